// Marks that are dragged on a photograph, by a thumb, a mouse or the arrow keys; a loupe shows what a thumb hides.
"use strict";

{
  const LOUPE_PX = 66; // of the screen, round the mark
  const STEP_PX = 1;
  const FAR_PX = 10;
  const SETTLES_MS = 400;
  const corners = document.getElementById("corners");
  const spaces = document.getElementById("spaces");
  const form = corners ?? spaces;
  const svg = form?.querySelector(".teach-svg");
  const loupe = form?.querySelector(".loupe");

  for (const file of document.querySelectorAll("form[data-send] input[type=file]")) {
    // A photograph goes on its way as soon as it is taken.
    file.form.querySelector(".send-photo").hidden = true;
    file.addEventListener("change", () => file.files.length && file.form.requestSubmit());
  }
  for (const sent of document.querySelectorAll("form[data-send]")) {
    sent.addEventListener("submit", () => {
      document.body.classList.add("sends");
      say(translated("Looking at the photograph …"));
    });
  }
  addEventListener("pageshow", () => document.body.classList.remove("sends"));

  // A tap beside all frames says where one more piece lies.
  document.addEventListener("click", async (event) => {
    const shown = event.target.closest("#pieces .teach-svg");
    if (!shown || event.target.closest("a")) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(shown.getScreenCTM().inverse());
    const address = shown.parentElement.dataset.address;
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ x, y }), headers: { "X-Tap": "1" } });
    if (!answer.ok) return complain(await answer.text());
    history.replaceState(null, "", answer.url);
    show(answer.url, true);
  });

  if (svg) {
    const width = Number(form.dataset.width);
    const height = Number(form.dataset.height);
    const scale = () => width / svg.getBoundingClientRect().width; // pixels of the photograph in one of the screen
    const fit = () => svg.style.setProperty("--px", scale());
    new ResizeObserver(fit).observe(svg);
    fit();

    const closer = form.querySelector(".closer");
    closer.hidden = false;
    closer.addEventListener("click", () => {
      const close = form.querySelector(".teach-picture").classList.toggle("close");
      closer.setAttribute("aria-pressed", String(close));
      const scroll = form.querySelector(".teach-scroll");
      const mark = marks()[0];
      if (!close || !mark) return;
      const { left, top } = mark.getBoundingClientRect();
      const frame = scroll.getBoundingClientRect();
      scroll.scrollBy(left - frame.left - frame.width / 3, top - frame.top - frame.height / 3);
    });

    const marks = () => [...svg.querySelectorAll(".mark")];
    const markOf = (id) => marks().find((each) => each.dataset.mark === id);
    const place = (mark) => {
      const { e: x, f: y } = mark.transform.baseVal.consolidate().matrix;
      return { x, y };
    };
    const within = (value, most) => Math.min(Math.max(value, 0), most - 1);

    function put(mark, x, y) {
      mark.setAttribute("transform", `translate(${within(x, width).toFixed(1)} ${within(y, height).toFixed(1)})`);
      if (corners) drawCorners();
      else if (svg.querySelector(".outline")) drawOutline();
    }

    function drawOutline() {
      const round = marks().map(place);
      svg.querySelector(".outline").setAttribute("points", round.map(({ x, y }) => `${x},${y}`).join(" "));
    }

    function drawCorners() {
      for (const stem of ["corner", "paper"]) {
        const round = [0, 1, 2, 3].map((number) => place(markOf(`${stem}-${number}`)));
        svg.querySelector(`.outline[data-of=${stem}]`).setAttribute("points", round.map(({ x, y }) => `${x},${y}`).join(" "));
        round.forEach(({ x, y }, number) => {
          form.elements[`${stem}-${number}-x`].value = x;
          form.elements[`${stem}-${number}-y`].value = y;
        });
        if (stem === "corner") {
          const word = svg.querySelector(".top-word");
          const [a, b, c, d] = round;
          const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
          word.setAttribute("x", x + ((c.x + d.x) / 2 - x) * 0.08);
          word.setAttribute("y", y + ((c.y + d.y) / 2 - y) * 0.08);
        }
      }
    }

    function magnify(mark) {
      const { x, y } = place(mark);
      const reach = (LOUPE_PX * scale()) / 3;
      loupe.setAttribute("viewBox", `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
      loupe.querySelector(".cross").setAttribute("d", `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}`);
      loupe.classList.toggle("right", x < width / 2 && y < height / 2);
      loupe.hidden = false;
      loupe.removeAttribute("hidden");
    }

    let sending = Promise.resolve();

    async function save(mark) {
      if (corners) return;
      const { x, y } = place(mark);
      const body = new URLSearchParams({ zone: form.dataset.zone, space: mark.dataset.mark, x, y });
      try {
        const answer = await fetch(form.dataset.address, { method: "POST", body, headers: { "X-Tap": "1" } });
        const told = await answer.json();
        if (!answer.ok) return say(told.sentence, true);
        say("");
        for (const [id, space] of Object.entries(told.spaces)) redraw(id, space);
      } catch {
        say(translated("The table did not answer. Move the mark once more."), true);
      }
    }

    function redraw(id, { centre, outline, shown }) {
      const polygon = svg.querySelector(`.space[data-space="${CSS.escape(id)}"]`);
      polygon.setAttribute("points", outline.map((at) => at.join(",")).join(" "));
      polygon.dataset.at = centre.join(" ");
      polygon.classList.toggle("shown", shown);
      const mark = markOf(id);
      if (mark && !mark.classList.contains("held")) mark.setAttribute("transform", `translate(${centre.join(" ")})`);
    }

    function markFor(polygon) {
      // A space that nobody has shown yet gets a mark where it is thought to lie.
      const known = markOf(polygon.dataset.space);
      if (known) return known;
      const made = marks()[0].cloneNode(true);
      made.dataset.mark = polygon.dataset.space;
      made.setAttribute("aria-label", `${polygon.dataset.space}: drag it, or move it by the arrow keys`);
      made.setAttribute("transform", `translate(${polygon.dataset.at})`);
      svg.append(made);
      return made;
    }

    const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let held = null;

    svg.addEventListener("pointerdown", (event) => {
      const mark = nearest(event);
      if (!mark) return;
      event.preventDefault();
      const { x, y } = at(event);
      const from = place(mark);
      held = { mark, dx: from.x - x, dy: from.y - y, moved: false };
      mark.classList.add("held");
      mark.focus({ preventScroll: true });
      svg.setPointerCapture(event.pointerId);
      magnify(mark);
    });

    function nearest(event) {
      // Where marks overlap under a thumb, the one nearest to it is meant.
      if (!event.target.closest(".mark")) return null;
      const { x, y } = at(event);
      const far = (mark) => Math.hypot(place(mark).x - x, place(mark).y - y);
      return marks().filter((each) => each.checkVisibility()).sort((one, other) => far(one) - far(other))[0];
    }

    svg.addEventListener("pointermove", (event) => {
      if (!held) return;
      const { x, y } = at(event);
      held.moved = true;
      put(held.mark, x + held.dx, y + held.dy);
      magnify(held.mark);
    });

    function letGo() {
      if (!held) return;
      const { mark, moved } = held;
      mark.classList.remove("held");
      held = null;
      loupe.setAttribute("hidden", "");
      if (moved) sending = sending.then(() => save(mark));
    }

    svg.addEventListener("pointerup", letGo);
    svg.addEventListener("pointercancel", letGo);

    svg.addEventListener("click", (event) => {
      const polygon = event.target.closest(".space[data-space]");
      if (polygon) markFor(polygon).focus({ preventScroll: true });
    });

    document.getElementById("one-more")?.addEventListener("change", (event) => {
      const polygon = svg.querySelector(`.space[data-space="${CSS.escape(event.target.value)}"]`);
      if (polygon) markFor(polygon).focus();
    });

    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    let settling = 0;

    svg.addEventListener("keydown", (event) => {
      const mark = event.target.closest(".mark");
      const way = ways[event.key];
      if (!mark || !way) return;
      event.preventDefault();
      const step = (event.shiftKey ? FAR_PX : STEP_PX) * Math.max(1, scale());
      const { x, y } = place(mark);
      put(mark, x + step * way[0], y + step * way[1]);
      magnify(mark);
      clearTimeout(settling);
      settling = setTimeout(() => {
        loupe.setAttribute("hidden", "");
        sending = sending.then(() => save(mark));
      }, SETTLES_MS);
    });

    form.addEventListener("submit", async (event) => {
      // What was dragged last is written down before the page goes on.
      if (form.dataset.ready || corners) return;
      event.preventDefault();
      await sending;
      form.dataset.ready = "yes";
      form.submit();
    });

    if (corners) {
      for (const field of form.querySelectorAll("details input")) {
        field.addEventListener("input", () => {
          const [stem, number] = field.name.split("-");
          const x = Number(form.elements[`${stem}-${number}-x`].value);
          const y = Number(form.elements[`${stem}-${number}-y`].value);
          if (Number.isFinite(x) && Number.isFinite(y)) put(markOf(`${stem}-${number}`), x, y);
        });
      }
      drawCorners();
    }
  }
}
