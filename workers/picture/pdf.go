package picture

import (
	"errors"
	"image"
	"io"
	"math"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	pdfMemory = 256 << 20 // bytes of memory that PDFium may use
	wasmPage  = 64 << 10
	finer     = 2 // scale of the drawing before it is reduced; preserves thin lines
)

// renderer draws PDFs with PDFium. PDFium runs as WebAssembly and can access only the document.
type renderer struct{ pdfium pdfium.Pdfium }

// newRenderer compiles PDFium, or loads the compiled code that an earlier process stored in folder.
// Without a usable folder it compiles every time, which takes about two seconds.
func newRenderer(folder string) (*renderer, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(pdfMemory / wasmPage)
	if folder != "" {
		if compiled, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			config = config.WithCompilationCache(compiled)
		}
	}
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle:       1,
		MaxIdle:       1,
		MaxTotal:      1,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, err
	}
	instance, err := pool.GetInstance(time.Minute)
	if err != nil {
		return nil, err
	}
	return &renderer{instance}, nil
}

// firstPage draws the first page of a document at the size of a thumbnail. All errors wrap ErrNone.
func (r *renderer) firstPage(document io.ReadSeeker, size int64) (Pictures, error) {
	if size > math.MaxInt32 { // the largest size that PDFium can address
		return Pictures{}, none("%d bytes", size)
	}
	opened, err := r.pdfium.OpenDocument(&requests.OpenDocument{FileReader: document, FileReaderSize: size})
	if err != nil {
		return Pictures{}, none("%w", err)
	}
	page := requests.Page{ByIndex: &requests.PageByIndex{Document: opened.Document}}
	drawn, err := r.pdfium.RenderPageInPixels(&requests.RenderPageInPixels{
		Page:        page,
		Document:    &opened.Document,
		Width:       finer * Width,
		Height:      finer * Height,
		RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
		RenderForm:  true,
	})
	if err != nil {
		return Pictures{}, none("%w", err)
	}
	defer drawn.Cleanup()
	return onlyThumbnail(drawn.Result.Image)
}

func onlyThumbnail(page image.Image) (made Pictures, err error) {
	if page == nil || page.Bounds().Empty() {
		return made, none("%w", errors.New("the page is empty"))
	}
	if made.Thumbnail, err = asJPEG(fit(page, Width, Height), quality); err != nil {
		return made, none("%w", err)
	}
	return made, nil
}
