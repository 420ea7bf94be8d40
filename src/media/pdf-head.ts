/** What a PDF begins with, `%PDF-`, in base64; in its first six bytes. */
export const pdfHead = 'JVBERi0'
