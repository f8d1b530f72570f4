// For browsers that do not understand the other scripts, as those of old tablets: ES5 and nothing later.
// It says that the page does not keep itself fresh, and loads a board, on which nobody types, again and again.
(function () {
  "use strict";
  var RELOADED_MS = 20000;

  function isFresh() {
    // The last thing that table.js does is to say that it runs.
    return document.documentElement.getAttribute("data-fresh") !== null;
  }

  function isBoard() {
    return (" " + document.body.className + " ").indexOf(" screen ") >= 0;
  }

  function reload() {
    if (!isFresh()) {
      location.reload();
    }
  }

  function look() {
    if (isFresh()) {
      return;
    }
    document.getElementById(isBoard() ? "reloads" : "stale").removeAttribute("hidden");
    if (isBoard()) {
      setTimeout(reload, RELOADED_MS);
    }
  }

  // What a script says, in the language of this phone; the words come with the page (docs/translate.md).
  window.translated = function (text) {
    var words = window.WORDS || {};
    return Object.prototype.hasOwnProperty.call(words, text) ? words[text] : text;
  };

  // By then all scripts have been loaded and run, or have failed.
  window.addEventListener("load", look);
})();
