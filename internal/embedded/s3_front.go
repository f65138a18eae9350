package embedded

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Upload is a request that would write to the gateway's disk.
type Upload struct {
	Bytes int64 // that are still to come, with those of other uploads
	Form  bool  // posted by a browser; else the server's own
}

// front is a reverse proxy before the S3 gateway. It forwards requests unchanged and streams both ways. It rejects uploads when the disk is
// nearly full, and sets headers that keep browsers from running what people uploaded.
type front struct {
	origin  string // that may read answers, * for every one
	room    func(Upload) error
	proxy   *httputil.ReverseProxy
	gateway *http.Transport // the proxy's connections
	server  *http.Server
	served  chan struct{}
	pending atomic.Int64 // bytes of uploads under way that have not come yet
	buffers sync.Pool
}

const (
	copyBuffer = 32 << 10
	lookEvery  = 8 << 20 // bytes of an upload between two looks at the disk
)

// listenFront takes requests for the gateway at a target, host:port.
func listenFront(
	ctx context.Context,
	address, target, origin string,
	room func(Upload) error,
	log *slog.Logger,
) (*front, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	gateway := &http.Transport{
		DisableCompression:    true,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       time.Minute,
		ExpectContinueTimeout: time.Second,
		WriteBufferSize:       copyBuffer,
	}
	f := &front{origin: origin, room: room, gateway: gateway, served: make(chan struct{})}
	f.proxy = &httputil.ReverseProxy{
		// What is signed stays as it was sent: Host, path and query.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", target, r.In.Host
			r.Out.URL.RawQuery = r.In.URL.RawQuery
		},
		Transport: gateway,
		ModifyResponse: func(res *http.Response) error {
			f.harden(res.Header, res.Request.Header.Get("Origin") != "")
			return nil
		},
		ErrorHandler: f.failed,
		BufferPool:   f,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelDebug), // browsers that go away
	}
	f.server = &http.Server{
		Handler:           f,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          f.proxy.ErrorLog,
	}
	go func() {
		defer close(f.served)
		if err := f.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the S3 gateway cannot be reached any more", "error", err)
		}
	}()
	return f, nil
}

// stop lets running requests finish until ctx ends.
func (f *front) stop(ctx context.Context) {
	if f.server.Shutdown(ctx) != nil {
		_ = f.server.Close()
	}
	<-f.served
	f.gateway.CloseIdleConnections()
}

// ServeHTTP implements http.Handler.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	upload, writes := uploads(r)
	if !writes || f.room == nil {
		f.proxy.ServeHTTP(w, r)
		return
	}
	if r.ContentLength < 0 && upload.Form {
		f.refuse(
			w, r, http.StatusLengthRequired, "MissingContentLength", "You must provide the Content-Length HTTP header.",
		)
		return
	}
	body := &watched{ReadCloser: r.Body, left: max(r.ContentLength, 0), front: f, form: upload.Form}
	f.pending.Add(body.left)
	defer func() { f.pending.Add(-body.left) }()
	if err := f.room(Upload{Bytes: f.pending.Load(), Form: upload.Form}); err != nil {
		if r.Header.Get("Expect") == "" { // a browser that is still sending would not see the answer
			_, _ = io.Copy(io.Discard, r.Body)
		}
		f.full(w, r)
		return
	}
	r.Body = body
	f.proxy.ServeHTTP(w, r)
}

// uploads reports whether a request writes a file. Deletions come by POST too.
func uploads(r *http.Request) (Upload, bool) {
	switch r.Method {
	case http.MethodPut:
		return Upload{}, r.ContentLength != 0
	case http.MethodPost:
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		return Upload{Form: true}, kind == "multipart/form-data"
	}
	return Upload{}, false
}

// errFull ends an upload while it is sent.
var errFull = errors.New("the disk is full")

// watched is an upload that ends when the disk fills up meanwhile.
type watched struct {
	io.ReadCloser
	front *front
	form  bool
	left  int64
	since int64 // bytes since the last look
}

// Read implements io.Reader.
func (b *watched) Read(p []byte) (int, error) {
	if b.since >= lookEvery {
		b.since = 0
		if b.front.room(Upload{Bytes: b.front.pending.Load(), Form: b.form}) != nil {
			return 0, errFull
		}
	}
	n, err := b.ReadCloser.Read(p)
	b.since += int64(n)
	come := min(int64(n), b.left)
	b.left -= come
	b.front.pending.Add(-come)
	return n, err
}

// failed answers what the gateway did not.
func (f *front) failed(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errFull) {
		f.full(w, r)
		return
	}
	f.refuse(w, r, http.StatusBadGateway, "ServiceUnavailable", "The file store does not answer.")
}

func (f *front) full(w http.ResponseWriter, r *http.Request) {
	f.refuse(
		w, r, http.StatusInsufficientStorage, "StorageFull", "There is no room left for files on the server's disk.",
	)
}

// refuse answers an error as S3 writes them.
func (f *front) refuse(w http.ResponseWriter, r *http.Request, status int, code, message string) {
	text, err := xml.Marshal(struct {
		XMLName  xml.Name `xml:"Error"`
		Code     string
		Message  string
		Resource string
	}{Code: code, Message: message, Resource: r.URL.Path})
	if err != nil {
		status = http.StatusInternalServerError
	}
	f.harden(w.Header(), r.Header.Get("Origin") != "")
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Content-Length", strconv.Itoa(len(xml.Header)+len(text)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, xml.Header+string(text))
}

// harden keeps a browser from running a file as a page or taking it for another type, and lets the web app read errors too, which the gateway sends
// without CORS headers.
func (f *front) harden(h http.Header, crossOrigin bool) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox")
	if crossOrigin && h.Get("Access-Control-Allow-Origin") == "" {
		h.Set("Access-Control-Allow-Origin", f.origin)
	}
}

// Get and Put implement httputil.BufferPool.
func (f *front) Get() []byte {
	if b, ok := f.buffers.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, copyBuffer)
}

// Put takes a buffer back.
func (f *front) Put(b []byte) { f.buffers.Put(&b) }
