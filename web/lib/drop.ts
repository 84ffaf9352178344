import type { ClipboardEvent, DragEvent } from 'react';
import classes from './drop.module.css';

const OVER = classes.over!;

/** Props that let an element receive dropped or pasted files; it is highlighted during a drag. Pasted text is not intercepted. */
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
    // Text copied from a document also contains a picture of it; it is pasted as text.
    if (!take || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take(files);
  },
});
