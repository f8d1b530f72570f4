// The big screen: all sheets as large as fit together, the whole screen on wish, awake.
"use strict";

{
  const STEPS = 14; // halvings of the interval: finer than a pixel

  function packed(figures, unit, width, gap) {
    // Rows as the flow makes them: how high they are together when each sheet is so large.
    let [row, high, total] = [0, 0, 0];
    for (const each of figures) {
      const w = Math.min(width, unit * each.weight * Math.sqrt(each.aspect));
      const h = w / each.aspect + each.caption;
      if (row + w > width + 0.5) {
        total += high + gap;
        row = high = 0;
      }
      row += w + gap;
      high = Math.max(high, h);
      each.width = w;
    }
    return total + high;
  }

  function fit() {
    const boards = document.querySelector(".screen .boards");
    if (!boards || innerWidth < 960) return;
    const shelves = document.querySelector(".screen .shelves");
    const below = shelves ? shelves.offsetHeight + 8 : 0;
    const room = innerHeight - boards.getBoundingClientRect().top - scrollY - below - 16;
    if (!boards.matches(".several")) {
      // One board gives way to the cards that lie before people, but stays large enough to be read.
      const alone = boards.querySelector("svg.board");
      if (alone) alone.style.maxHeight = `${Math.max(room, innerHeight / 3)}px`;
      return;
    }
    const figures = [...boards.querySelectorAll(":scope > .sheet")].map((figure) => {
      const { width, height } = figure.querySelector("svg.board").viewBox.baseVal;
      const caption = figure.querySelector("figcaption")?.offsetHeight ?? 0;
      // Cards say less than boards and gardens do.
      return { figure, aspect: width / height, caption, weight: figure.classList.contains("card-sheet") ? 0.5 : 1 };
    });
    const gap = parseFloat(getComputedStyle(boards).columnGap) || 0;
    let [least, most] = [40, boards.clientWidth];
    for (let step = 0; step < STEPS; step++) {
      const unit = (least + most) / 2;
      if (packed(figures, unit, boards.clientWidth, gap) <= room) least = unit;
      else most = unit;
    }
    packed(figures, least, boards.clientWidth, gap);
    for (const { figure, width } of figures) {
      Object.assign(figure.style, { flex: "none", width: `${Math.floor(width)}px`, maxWidth: "none" });
      figure.querySelector("svg.board").style.maxHeight = "none";
    }
  }

  const button = document.getElementById("full-screen");
  if (button && document.fullscreenEnabled) {
    button.hidden = false;
    button.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}));
    document.addEventListener("fullscreenchange", () => (button.hidden = Boolean(document.fullscreenElement)));
  }
  addEventListener("resize", fit);
  document.addEventListener("swapped", fit);
  fit();
}
