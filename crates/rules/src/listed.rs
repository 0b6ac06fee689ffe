//! Enums declared together with the list of their values, so that no list can lack one.

/// Declares an enum of plain names and, with it, `ALL`: every value in the order of the declaration.
///
/// A list written by hand still compiles when a value is added to the enum and not to the list: a terrain that no
/// drawing can name, a kind that no army can hold. Here the list is the declaration.
#[macro_export]
macro_rules! listed {
    (
        $(#[$about:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$of:meta])* $value:ident),+ $(,)?
        }
    ) => {
        $(#[$about])*
        $visibility enum $name {
            $($(#[$of])* $value,)+
        }

        impl $name {
            /// Every value, in the order of the declaration.
            // the names are counted as texts, since the length of an array cannot be asked of a repetition
            $visibility const ALL: [Self; [$(stringify!($value)),+].len()] = [$(Self::$value),+];
        }
    };
}
