package embedded

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Upload is a request that writes to the gateway's disk.
type Upload struct {
	Bytes   int64 // bytes still to come, including those of other uploads
	Browser bool  // sent by a browser with a form or a link; otherwise by the server
}

// front is a reverse proxy for the S3 gateway. It forwards requests unchanged and streams both
// ways, also forms (see streamed). It rejects uploads when the disk is nearly full. It also sets headers that stop browsers
// from running uploaded files.
type front struct {
	origin     string // origin that may read answers, or * for all
	checkSpace func(Upload) error
	proxy      *httputil.ReverseProxy
	gateway    *http.Transport // connections to the gateway
	server     *http.Server
	served     chan struct{}
	pending    atomic.Int64 // bytes of running uploads that have not arrived yet
	buffers    sync.Pool
}

const (
	copyBuffer = 32 << 10
	lookEvery  = 8 << 20 // bytes of an upload between two checks of the disk
)

// listenFront starts the proxy for the gateway at target, which is host:port.
func listenFront(
	ctx context.Context,
	address, target, origin string,
	checkSpace func(Upload) error,
	log *slog.Logger,
) (*front, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	gateway := &http.Transport{
		DialContext:           dialGateway,
		DisableCompression:    true,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       time.Minute,
		ExpectContinueTimeout: time.Second,
		WriteBufferSize:       copyBuffer,
	}
	f := &front{origin: origin, checkSpace: checkSpace, gateway: gateway, served: make(chan struct{})}
	f.proxy = &httputil.ReverseProxy{
		// The signed parts stay unchanged: Host, path and query.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", target, r.In.Host
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			// The gateway would take what it leaves of a body for the next request of the connection.
			r.Out.Close = r.In.ContentLength != 0
			if isForm(r.In) {
				streamed(r.Out)
			}
		},
		Transport: retrying{gateway},
		ModifyResponse: func(res *http.Response) error {
			f.harden(res.Header, res.Request.Header.Get("Origin") != "")
			return nil
		},
		ErrorHandler: f.failed,
		BufferPool:   f,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelDebug), // logs browsers that disconnect
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

// dialGateway connects to the gateway. A connection that is closed is reset: the gateway would take its
// orderly end in the middle of an upload for the end of the file, and store half of it.
func dialGateway(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if tcp, ok := conn.(*net.TCPConn); ok && err == nil {
		err = tcp.SetLinger(0)
	}
	return conn, err
}

// stop waits for running requests until ctx ends.
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
	if !writes {
		f.proxy.ServeHTTP(w, r)
		return
	}
	if r.ContentLength < 0 && upload.Browser {
		f.refuse(
			w, r, http.StatusLengthRequired, "MissingContentLength", "You must provide the Content-Length HTTP header.",
		)
		return
	}
	body := &watched{ReadCloser: r.Body, left: max(r.ContentLength, 0), front: f, browser: upload.Browser}
	f.pending.Add(body.left)
	defer body.arrive(math.MaxInt64)
	if err := f.room(upload.Browser); err != nil {
		if r.Header.Get("Expect") == "" { // a browser that is still sending would not read the answer
			_, _ = io.Copy(io.Discard, r.Body)
		}
		f.full(w, r)
		return
	}
	r.Body = body
	if isForm(r) && !shortHead(r) {
		f.refuse(
			w, r, http.StatusBadRequest, "MaxPostPreDataLengthExceeded",
			"Your POST request fields preceding the upload file were too large.",
		)
		return
	}
	f.proxy.ServeHTTP(w, r)
}

// room returns an error if the disk has no room for what is still to come.
func (f *front) room(browser bool) error {
	if f.checkSpace == nil {
		return nil
	}
	return f.checkSpace(Upload{Bytes: f.pending.Load(), Browser: browser})
}

// uploads reports whether a request writes a file. A POST may also be a deletion.
func uploads(r *http.Request) (Upload, bool) {
	switch r.Method {
	case http.MethodPut:
		// A browser has no other signature than that of its link.
		return Upload{Browser: r.URL.Query().Has("X-Amz-Signature")}, r.ContentLength != 0
	case http.MethodPost:
		return Upload{Browser: true}, isForm(r)
	}
	return Upload{}, false
}

// errFull means that the disk has become full during an upload.
var errFull = errors.New("the disk is full")

// watched is the body of an upload. It returns errFull if the disk becomes full. The transport may
// still read it when the gateway has answered already.
type watched struct {
	io.ReadCloser
	front   *front
	browser bool
	since   int64 // bytes since the last check

	mu   sync.Mutex
	left int64 // bytes still to come
}

// Read implements io.Reader.
func (b *watched) Read(p []byte) (int, error) {
	if b.since >= lookEvery {
		b.since = 0
		if b.front.room(b.browser) != nil {
			return 0, errFull
		}
	}
	n, err := b.ReadCloser.Read(p)
	b.since += int64(n)
	b.arrive(int64(n))
	return n, err
}

// arrive counts n bytes, or all that are left, as no longer to come.
func (b *watched) arrive(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n = min(n, b.left)
	b.left -= n
	b.front.pending.Add(-n)
}

// failed answers a request that the gateway did not answer.
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

// refuse sends an error in S3's format.
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

// harden sets headers that stop a browser from running a file as a page or guessing its type. It
// also adds CORS headers to error answers, which the gateway omits, so that the web app can read
// them.
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

// Put returns a buffer to the pool.
func (f *front) Put(b []byte) { f.buffers.Put(&b) }
