; The installer for Windows: for the user alone, without a question by /S, and removed without a trace.
; `makensis -DTREE=FOLDER -DOUT=FILE -DVERSION=… -DNUMBERS=… -DART=FOLDER setup.nsi` packs the files of the archive's folder.
Unicode true
Target amd64-unicode
ManifestSupportedOS Win10
ManifestDPIAware true
; nothing that the administrator owns is touched, so that nobody is asked for a password
RequestExecutionLevel user
SetCompressor /SOLID lzma
AllowSkipFiles off
Name "Warlord"
OutFile "${OUT}"
Icon "${ART}\warlord.ico"
UninstallIcon "${ART}\warlord.ico"
BrandingText "Warlord ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Warlord"
VIAddVersionKey "FileDescription" "Warlord's installer"
VIAddVersionKey "CompanyName" "The Warlord developers"
VIAddVersionKey "LegalCopyright" "MIT or Apache-2.0"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"

!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\Warlord"
!define CLASSES "Software\Classes"

InstallDir "$LOCALAPPDATA\Programs\Warlord"
; an update goes where the program is
InstallDirRegKey HKCU "${LISTED}" "InstallLocation"

DirText "Warlord is installed for you alone. An update goes over the old version; your matches and settings stay."
UninstallText "Your matches and settings stay: %APPDATA%\Warlord and %LOCALAPPDATA%\Warlord."
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; Windows keeps the file of a running program from being written to
!macro MustBeClosed
    again:
    IfFileExists "$INSTDIR\warlord.exe" 0 closed
    ClearErrors
    FileOpen $0 "$INSTDIR\warlord.exe" a
    IfErrors 0 writable
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Warlord is open. Close its windows and terminals, then try again; a match that is under way is kept." /SD IDCANCEL IDRETRY again
    SetErrorLevel 3
    Quit
    writable:
    FileClose $0
    closed:
!macroend

Section
    !insertmacro MustBeClosed
    SetOutPath "$INSTDIR"
    File "${TREE}\*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Warlord.lnk" "$INSTDIR\warlordw.exe"
    WriteRegStr HKCU "${LISTED}" "DisplayName" "Warlord"
    WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\warlordw.exe"
    WriteRegStr HKCU "${LISTED}" "Publisher" "The Warlord developers"
    WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
    WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    !insertmacro MustBeClosed
    ; by name, not the folder: somebody may have chosen one that holds other things
    Delete "$INSTDIR\warlord.exe"
    Delete "$INSTDIR\warlordw.exe"
    Delete "$INSTDIR\README.txt"
    Delete "$INSTDIR\CHANGELOG.txt"
    Delete "$INSTDIR\CREDITS.txt"
    Delete "$INSTDIR\LICENSE-MIT.txt"
    Delete "$INSTDIR\LICENSE-APACHE.txt"
    Delete "$INSTDIR\licenses.txt"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Warlord.lnk"
    ; links and match files, if they lead here (crates/client/src/outside/links/registry.rs writes them)
    ReadRegStr $0 HKCU "${CLASSES}\warlord\shell\open\command" ""
    StrCmp $0 '"$INSTDIR\warlordw.exe" "%1"' 0 elsewhere
    DeleteRegKey HKCU "${CLASSES}\warlord"
    DeleteRegKey HKCU "${CLASSES}\Warlord.Match"
    ReadRegStr $0 HKCU "${CLASSES}\.fpm" ""
    StrCmp $0 "Warlord.Match" 0 elsewhere
    DeleteRegKey HKCU "${CLASSES}\.fpm"
    elsewhere:
    DeleteRegKey HKCU "${LISTED}"
SectionEnd
