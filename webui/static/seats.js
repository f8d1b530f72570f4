// Seats: the seconds that somebody has to say no tick down, and at their end the one who waits sits down.
"use strict";

let left = 0;

function tickSeats() {
  clearInterval(left);
  const shown = [...document.querySelectorAll("[data-left]")];
  if (!shown.length) return;
  const began = performance.now();
  const tick = () => {
    for (const each of shown) {
      const seconds = Math.ceil(Number(each.dataset.left) - (performance.now() - began) / 1000);
      each.textContent = Math.max(0, seconds);
      if (seconds > 0) continue;
      const form = each.closest("[data-then]");
      clearInterval(left);
      form?.requestSubmit?.(form.querySelector("button"));
    }
  };
  left = setInterval(tick, 250);
}

document.addEventListener("swapped", tickSeats);
tickSeats();
