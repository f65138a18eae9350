package proof

import "slices"

// PDF is the content type of PDF files.
const PDF = "application/pdf"

// PicturedTypes returns the content types of files of which pictures are made.
func PicturedTypes() []string {
	return []string{"image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", PDF}
}

// Pictured reports whether pictures are made of files of this type.
func Pictured(contentType string) bool { return slices.Contains(PicturedTypes(), contentType) }
