package picture

import (
	"context"
	"errors"
	"image"
	"io"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
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
type renderer struct{ pool pdfium.Pool }

// newRenderer compiles PDFium, or loads the compiled code that an earlier process stored in folder.
// Without a usable folder it compiles every time, which takes seconds of CPU time. Of several
// processes with the same folder, one compiles and the others wait for it.
func newRenderer(folder string) (*renderer, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(pdfMemory / wasmPage)
	if folder != "" {
		if compiled, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			config = config.WithCompilationCache(compiled)
			defer lockFolder(folder)()
		}
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal:      1,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, err
	}
	return &renderer{pool}, nil
}

// firstPage draws the first page of a document at the size of a thumbnail, with a PDFium that has
// seen no other document. Errors about the document wrap ErrNone.
func (r *renderer) firstPage(document io.ReadSeeker, size int64) (Pictures, error) {
	instance, err := r.pool.GetInstanceWithContext(context.Background()) // it is started, however long that takes
	if err != nil {
		return Pictures{}, err
	}
	defer func() { _ = instance.Close() }() // what it leaves behind counts as memory of this process
	opened, err := instance.OpenDocument(&requests.OpenDocument{FileReader: document, FileReaderSize: size})
	if err != nil {
		return Pictures{}, none(unopened(err), "%w", err)
	}
	page := requests.Page{ByIndex: &requests.PageByIndex{Document: opened.Document}}
	drawn, err := instance.RenderPageInPixels(&requests.RenderPageInPixels{
		Page:        page,
		Document:    &opened.Document,
		Width:       finer * Width,
		Height:      finer * Height,
		RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
		RenderForm:  true,
	})
	if err != nil {
		return Pictures{}, none(Unreadable, "%w", err)
	}
	defer drawn.Cleanup()
	return onlyThumbnail(drawn.Result.Image)
}

func unopened(err error) Reason {
	if errors.Is(err, pdfiumerrors.ErrPassword) {
		return Locked
	}
	return Unreadable
}

func onlyThumbnail(page image.Image) (made Pictures, err error) {
	if page == nil || page.Bounds().Empty() {
		return made, none(Unreadable, "%w", errors.New("the page is empty"))
	}
	if made.Thumbnail, err = asJPEG(fit(page, Width, Height), quality); err != nil {
		return made, none(Unreadable, "%w", err)
	}
	return made, nil
}
