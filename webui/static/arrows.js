// A board, or a row of cards, is one stop of Tab. Inside, the arrows go from one to the next: left and right in
// their order, round and round, so that every one is reached; up and down to the nearest above or below. Without
// this file each of them is a stop. Escape takes back what has been tapped.
"use strict";

{
  const GROUPS = "svg.board, ul.cards";
  const MEMBERS = "a[data-swap], button.look";
  const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
  const SIDEWAYS = 2; // what lies straight above is nearer than what lies aside

  const membersOf = (group) => [...group.querySelectorAll(MEMBERS)];

  function hold(group, held) {
    for (const each of membersOf(group)) each.tabIndex = each === held ? 0 : -1;
  }

  function gather() {
    // One of each group is the stop: what has the focus, or what is chosen, or the first.
    for (const group of document.querySelectorAll(GROUPS)) {
      const members = membersOf(group);
      const chosen = (each) => each.getAttribute("aria-current") === "true" || each.querySelector(".picked");
      hold(group, members.find((each) => each === document.activeElement) ?? members.find(chosen) ?? members[0]);
    }
  }

  function middle(each) {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2, tall: bottom - top };
  }

  function nearest(held, members, way) {
    const from = middle(held);
    const far = ({ x, y }) => Math.abs(y - from.y) + SIDEWAYS * Math.abs(x - from.x);
    const there = members
      .map((each) => ({ each, at: middle(each) }))
      .filter(({ at }) => way * (at.y - from.y) > from.tall / 2)
      .sort((one, other) => far(one.at) - far(other.at));
    return there[0]?.each;
  }

  function next(held, members, key) {
    if (key === "Home") return members[0];
    if (key === "End") return members[members.length - 1];
    if (key === "ArrowUp" || key === "ArrowDown") return nearest(held, members, key === "ArrowUp" ? -1 : 1);
    const backwards = document.dir === "rtl" && !held.closest("svg.board"); // boards are printed, and not turned
    const step = backwards ? -STEPS[key] : STEPS[key];
    return members[(members.indexOf(held) + step + members.length) % members.length];
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) document.querySelector("[data-clears]")?.click();
    if (!(event.key in STEPS) && !["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    const group = event.target.closest(GROUPS);
    const held = event.target.closest(MEMBERS);
    if (!group || !held) return;
    event.preventDefault();
    next(held, membersOf(group), event.key)?.focus();
  });

  document.addEventListener("focusin", (event) => {
    const held = event.target.closest(MEMBERS);
    const group = held?.closest(GROUPS);
    if (group && held.tabIndex !== 0) hold(group, held);
  });

  document.addEventListener("swapped", gather);
  gather();
}
