/** What a file holds, as the API takes it. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error()));
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
    reader.readAsDataURL(file);
  });
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
