// Before the first paint: the theme that was chosen here, if one was.
try {
  const chosen = localStorage.getItem("polytile-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage the system's theme is shown.
}
