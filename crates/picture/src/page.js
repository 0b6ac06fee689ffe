"use strict";
const at = document.getElementById("at");
const boards = document.querySelectorAll(".turn");
const list = document.getElementById("turns");
const lines = document.querySelectorAll("#turns li:not(.fold)");
function show(turn) {
  turn = Math.max(0, Math.min(boards.length - 1, turn));
  at.value = turn;
  for (const all of [boards, lines]) all.forEach((one, n) => one.classList.toggle("now", n === turn));
  lines.forEach((line, n) => n === turn ? line.setAttribute("aria-current", "true") : line.removeAttribute("aria-current"));
  const fold = lines[turn].closest("details");
  if (fold) fold.open = true;
  list.scrollTop = lines[turn].offsetTop - list.offsetTop - list.clientHeight / 2;
}
at.addEventListener("input", () => show(+at.value));
document.getElementById("back").addEventListener("click", () => show(+at.value - 1));
document.getElementById("on").addEventListener("click", () => show(+at.value + 1));
lines.forEach((line, n) => {
  line.addEventListener("click", () => show(n));
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show(n);
  });
});
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  closed.forEach((fold) => { fold.open = true; });
});
addEventListener("afterprint", () => closed.forEach((fold) => { fold.open = false; }));
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && event.target !== at) show(+at.value + step);
});
show(+at.value);
