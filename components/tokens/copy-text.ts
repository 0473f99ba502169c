/** Puts a text on the clipboard. Answers false where the browser did not do it: then it was not copied, whatever it looked like. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** For copying by hand, after `copyText` failed. */
export function selectContents(element: HTMLElement): void {
  const selection = window.getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.addRange(range);
}
