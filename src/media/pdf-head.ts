/** The beginning of a PDF (`%PDF-`) in base64, as far as its first five bytes settle it. */
export const pdfHead = 'JVBERi0'
