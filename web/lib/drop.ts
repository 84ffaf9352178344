import type { ClipboardEvent, DragEvent } from 'react';
import classes from './drop.module.css';

const OVER = classes.over!;

/** Takes files that are dropped or pasted on an element, which shows that it would; text is left to whoever has the focus. */
export const takesFiles = (take: ((files: readonly File[]) => void) | undefined) => ({
  onDragOver: (event: DragEvent) => {
    if (!take || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.currentTarget.classList.add(OVER);
  },
  onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.classList.remove(OVER);
  },
  onDrop: (event: DragEvent) => {
    event.currentTarget.classList.remove(OVER);
    const files = [...event.dataTransfer.files];
    if (!take || files.length === 0) return;
    event.preventDefault();
    take(files);
  },
  onPaste: (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A copied piece of a document is text with a picture of it.
    if (!take || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take(files);
  },
});
