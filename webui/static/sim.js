// Moving pieces on the simulated table: dragged, tapped and then put where the next tap is, or by arrow keys.
"use strict";

const TAP_MM = 3;
const DOUBLE_MS = 350;
const REACH_PX = 16; // a thumb is no mouse
let held = null;
let lastTap = { piece: "", at: 0 };
let picked = ""; // the piece that goes where the next tap is

const table = () => document.getElementById("sim-table");

function place(event, sheet) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(sheet.getScreenCTM().inverse());
}

function position(piece) {
  const { e: x, f: y } = piece.transform.baseVal.consolidate().matrix;
  return { x, y };
}

function put(piece, x, y) {
  piece.setAttribute("transform", `translate(${x} ${y})`);
}

function post(address, values) {
  const body = new URLSearchParams(values);
  return fetch(address, { method: "POST", body, headers: { "X-Tap": "1" } })
    .then(async (answer) => (answer.ok ? undefined : complain(await answer.text())))
    .catch(() => say(translated("The table did not answer. Try again."), true));
}

function middle(piece) {
  // Each sheet has its own scale; what they share is the screen.
  const { x, y } = position(piece);
  return new DOMPoint(x, y).matrixTransform(piece.ownerSVGElement.getScreenCTM());
}

function drop(piece, shown = middle(piece)) {
  for (const sheet of table().querySelectorAll(".sheet")) {
    const at = shown.matrixTransform(sheet.getScreenCTM().inverse());
    if (at.x >= 0 && at.y >= 0 && at.x <= sheet.dataset.width && at.y <= sheet.dataset.height) {
      const values = { piece: piece.dataset.piece, sheet: sheet.dataset.sheet, x: at.x.toFixed(2), y: at.y.toFixed(2) };
      return post(table().dataset.move, values);
    }
  }
  return post(table().dataset.remove, { piece: piece.dataset.piece });
}

function inHand() {
  return table()?.querySelector(".in-hand");
}

function mark() {
  // News of the table brings its pieces anew: the picked one stays picked, if it still lies there.
  inHand()?.classList.remove("in-hand");
  const piece = [...(table()?.querySelectorAll(".drag") ?? [])].find((each) => each.dataset.piece === picked);
  piece?.classList.add("in-hand");
  if (!piece) picked = "";
}

function pick(piece) {
  picked = piece && piece.dataset.piece !== picked ? piece.dataset.piece : "";
  mark();
}

function lay(event) {
  const piece = inHand();
  pick(null);
  drop(piece, new DOMPoint(event.clientX, event.clientY));
}

function nearest(event) {
  const far = (piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    const beside = Math.max(left - event.clientX, 0, event.clientX - right);
    return Math.hypot(beside, Math.max(top - event.clientY, 0, event.clientY - bottom));
  };
  const near = [...table().querySelectorAll(".drag")].filter((piece) => far(piece) < REACH_PX);
  return near.sort((one, other) => far(one) - far(other))[0];
}

function tapped(piece, event) {
  const now = performance.now();
  const twice = lastTap.piece === piece.dataset.piece && now - lastTap.at < DOUBLE_MS;
  if (inHand() && inHand() !== piece) return lay(event);
  lastTap = { piece: piece.dataset.piece, at: now };
  pick(piece);
  if (!twice) return undefined;
  pick(null);
  return post(table().dataset.flip, { piece: piece.dataset.piece });
}

document.addEventListener("click", (event) => {
  if (event.target.closest(".drag") || !event.target.closest("#sim-table")) return;
  if (inHand()) lay(event);
  else pick(nearest(event));
});

document.addEventListener("swapped", mark);

document.addEventListener("pointerdown", (event) => {
  const piece = event.target.closest(".drag");
  if (!piece) return;
  const [at, from] = [place(event, piece.ownerSVGElement), position(piece)];
  held = { piece, dx: from.x - at.x, dy: from.y - at.y, from, id: event.pointerId };
  piece.classList.add("held");
  piece.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!held || held.id !== event.pointerId) return;
  const at = place(event, held.piece.ownerSVGElement);
  put(held.piece, at.x + held.dx, at.y + held.dy);
});

function release(event) {
  if (!held || held.id !== event.pointerId) return;
  const { piece, from } = held;
  held = null;
  piece.classList.remove("held");
  const at = position(piece);
  if (event.type === "pointercancel" || Math.hypot(at.x - from.x, at.y - from.y) < TAP_MM) {
    put(piece, from.x, from.y);
    if (event.type === "pointerup") tapped(piece, event);
  } else {
    pick(null);
    drop(piece);
  }
}

document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return pick(null);
  const piece = event.target.closest?.(".drag");
  if (!piece) return undefined;
  const values = { piece: piece.dataset.piece };
  if (event.key in STEPS) {
    const [x, y] = STEPS[event.key];
    const step = event.shiftKey ? 22 : 4;
    const at = position(piece);
    put(piece, at.x + step * x, at.y + step * y);
    drop(piece);
  } else if (event.key === "Delete") {
    pick(null);
    post(table().dataset.remove, values);
  } else if (event.key === "Enter") {
    pick(null);
    post(table().dataset.flip, values);
  } else {
    return undefined;
  }
  event.preventDefault();
  return undefined;
});
