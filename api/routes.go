package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/telemetry"
)

// access is what a call needs before it is looked at. What a person may do with which object is decided further in.
type access struct {
	public bool           // no session
	guest  bool           // of a guest's session, and of no other
	scope  string         // of the CSRF token, empty for reads
	shows  string         // the projections that X-Min-Position waits for: all that the answer is made from
	asks   string         // projections that a write looks things up in: they are brought up to the log first
	needs  policy.Ability // without it the call is refused, whatever it is about
}

// routes lists every operation of the contract; one that is not here is refused, and a test fails (check 14).
var routes = map[string]access{
	"SignInCustomer":           {public: true},
	"SignInDesk":               {public: true},
	"DemoPeople":               {public: true},
	"Logout":                   {},
	"CsrfToken":                {},
	"Profile":                  {shows: "notifications"},
	"NotificationSettings":     {},
	"SaveNotificationSettings": {scope: "profile"},
	"OrderTeam":                {shows: "board"},
	"RequestBulkDownload":      {scope: "card", asks: "board,proofs"},
	"BulkDownload":             {shows: "board,proofs"},
	"WorkOnOrder":              {scope: "card", asks: "board"},
	"WorkingTime":              {shows: "board"},
	"ConfirmWorkingTime":       {scope: "card"},
	"WorkingTimeReminder":      {},
	"RemoveScheduleStopper":    {},
	"TakeBackStopper":          {scope: "card"},
	"Catalogue":                {},
	"SaveCategory":             {scope: "customer-package", needs: policy.ManagePlans},
	"SaveService":              {scope: "customer-package", needs: policy.ManagePlans},
	"SavePackage":              {scope: "customer-package", needs: policy.ManagePlans},
	"Services":                 {},
	"ServiceCategories":        {},
	"Operators":                {shows: "board"},
	"Managers":                 {shows: "board"},
	"Customers":                {shows: "board"},
	"Clients":                  {},
	"Creators":                 {shows: "search"},
	"Filters":                  {},
	"CreateFilter":             {scope: "filter"},
	"UpdateFilter":             {scope: "filter"},
	"DeleteFilter":             {scope: "filter"},
	"ArchivedFilters":          {},
	"CreateArchivedFilter":     {scope: "filter"},
	"UpdateArchivedFilter":     {scope: "filter"},
	"DeleteArchivedFilter":     {scope: "filter"},
	"Orders":                   {shows: "board,proofs,topics"},
	"SearchOrders":             {shows: "board,search,proofs,topics"},
	"ExportOrders":             {shows: "board"},
	"Covers":                   {shows: "board,proofs"},
	"Order":                    {shows: "board,proofs,topics,timeline"},
	"Timeline":                 {shows: "board,timeline"},
	"History":                  {shows: "board,timeline"},
	"Mentions":                 {shows: "board"},
	"ExportHistory":            {shows: "board,timeline"},
	"CreateOrder":              {scope: "card"},
	"UpdateOrder":              {scope: "card"},
	"MoveOrder":                {scope: "card"},
	"ActOnOrder":               {scope: "card"},
	"AssignOrder":              {scope: "card"},
	"SetCollaborators":         {scope: "card"},
	"Watermark":                {shows: "board"},
	"SetWatermark":             {scope: "card", asks: "board"},
	"UnlockOrder":              {scope: "card", asks: "board"},
	"Versions":                 {shows: "board,proofs,topics,timeline"},
	"Version":                  {shows: "board,proofs,topics"},
	"OpenPages":                {scope: "card-annotation", asks: "board,proofs"},
	"Certificate":              {shows: "board,proofs,timeline", asks: "timeline"},
	"AuditHead":                {},
	"AuditProof":               {},
	"AuditGrowth":              {},
	"AuditKey":                 {},
	"DeleteAttachment":         {scope: "card"},
	"DecideVersion":            {scope: "card"},
	"DeleteVersion":            {scope: "card"},
	"DeleteVersionWithReason":  {scope: "card"},
	"SetAttachmentSettings":    {scope: "card"},
	"RequestReview":            {scope: "card"},
	"OpenTopic":                {scope: "card-annotation", asks: "topics"},
	"UpdateAnnotation":         {scope: "card-annotation", asks: "topics"},
	"DeleteTopic":              {scope: "card-annotation"},
	"AddComment":               {scope: "card-annotation"},
	"EditTopicMessage":         {scope: "card-annotation"},
	"ResolveTopic":             {scope: "card-annotation"},
	"DeleteComment":            {scope: "card-annotation", asks: "topics"},
	"EditComment":              {scope: "card-annotation", asks: "topics"},
	"Guests":                   {shows: "board,proofs"},
	"InviteGuest":              {scope: "card", asks: "board,proofs"},
	"RevokeGuest":              {scope: "card"},
	"GuestReviewAuth":          {public: true},
	"GuestCsrfToken":           {guest: true},
	"GuestData":                {guest: true, shows: "board,proofs,topics"},
	"GuestVersion":             {guest: true, shows: "board,proofs,topics"},
	"GuestOpenTopic":           {guest: true, scope: guestScope, asks: "topics"},
	"GuestUpdateAnnotation":    {guest: true, scope: guestScope, asks: "topics"},
	"GuestDeleteTopic":         {guest: true, scope: guestScope},
	"GuestAddComment":          {guest: true, scope: guestScope},
	"GuestResolveTopic":        {guest: true, scope: guestScope},
	"GuestResolveComment":      {guest: true, scope: guestScope, asks: "topics"},
	"GuestDeleteComment":       {guest: true, scope: guestScope, asks: "topics"},
	"GuestEditComment":         {guest: true, scope: guestScope, asks: "topics"},
	"UploadToken":              {scope: "upload", asks: "board,proofs"},
	"CompleteUpload":           {scope: "upload", asks: "board,proofs"},
	"RemoveUpload":             {scope: "upload"},
	"Storage":                  {shows: "board,proofs"},
	"MessageGroups":            {shows: "board,notifications,topics,timeline"},
	"MessageGroup":             {shows: "board,notifications,topics,timeline"},
	"ReadMessages":             {scope: "profile"},
	"DeleteMessages":           {scope: "profile"},
	"ReadMessage":              {scope: "profile"},
	"DeleteMessage":            {scope: "profile"},
	"ReadMessageGroup":         {scope: "profile"},
	"DeleteMessageGroup":       {scope: "profile"},
	"AuditEvents":              {shows: "board,timeline", needs: policy.Audit},
	"ExportAuditEvents":        {shows: "board,timeline", needs: policy.Audit},
	"AuditRefusals":            {shows: "board,timeline", needs: policy.Audit},
	"AuditMoments":             {needs: policy.Audit},
	"AuditPeople":              {needs: policy.Audit},
	"Operations":               {needs: policy.Operations},
	"Autopsy":                  {needs: policy.Operations},
	"RequestRebuild":           {scope: "profile", needs: policy.Operations},
	"CancelRebuild":            {scope: "profile", needs: policy.Operations},
	"RetryParked":              {scope: "profile", needs: policy.Operations},
	"SkipParked":               {scope: "profile", needs: policy.Operations},
}

const guestScope = "guest-annotation" // the CSRF scope of guests (SH-320)

var errUnlisted = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "route.unlisted",
	Message: "This call is not open to anybody.",
}

type sessionKey struct{}

type httpKey struct{}

type versionKey struct{}

// withVersion keeps the version that a write is conditional on (D-32), as an entity tag: "7".
func withVersion(ctx context.Context, tag string) (context.Context, error) {
	if tag == "" {
		return ctx, nil
	}
	version, err := strconv.Atoi(strings.Trim(tag, `"`))
	if err != nil || version < 0 {
		return ctx, ErrRequest
	}
	return context.WithValue(ctx, versionKey{}, &version), nil
}

// authenticate finds the caller of an operation and checks what does not depend on the request's content: whether the
// operation is open to this kind of session, the CSRF token of a write, and the ability that the route needs.
func (s *server) authenticate(r *http.Request, operation string) (context.Context, error) {
	rule, listed := routes[operation]
	switch ctx := r.Context(); {
	case !listed:
		return nil, errUnlisted
	case rule.public:
		return ctx, nil
	case rule.guest:
		return s.admit(ctx, r, rule.scope)
	default:
		return s.signedIn(ctx, r, rule)
	}
}

// prepare waits before an operation until the read models have what the caller has seen, and keeps the version that a
// write depends on.
func (s *server) prepare(next contract.OperationFunc, operation string) contract.OperationFunc {
	rule := routes[operation]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		ctx = context.WithValue(ctx, httpKey{}, r)
		if rule.public {
			return next(ctx, w, r, request)
		}
		ctx, err := withVersion(ctx, r.Header.Get("If-Match"))
		if err != nil {
			return nil, err
		}
		if err := s.waitFor(ctx, r, rule.shows); err != nil {
			return nil, err
		}
		if err := s.catchUp(ctx, rule.asks); err != nil {
			return nil, err
		}
		return next(ctx, w, r, request)
	}
}

// signedIn finds the person who sends a call, and rejects calls that are not open to their kind of
// session.
func (s *server) signedIn(ctx context.Context, r *http.Request, rule access) (context.Context, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ctx, accounts.ErrNoSession
	}
	session, err := s.Accounts.Session(ctx, token)
	if err != nil {
		return ctx, err
	}
	if side, _ := ctx.Value(sideKey{}).(side); side == customers && session.Desk || side == desk && !session.Desk {
		return ctx, accounts.ErrOtherKind
	}
	if rule.scope != "" {
		if err := s.CSRF.Check(r.Header.Get("X-CSRF-Token"), session.ID, rule.scope, s.Clock()); err != nil {
			return ctx, err
		}
	}
	if rule.needs != "" {
		action := policy.Read
		if rule.scope != "" {
			action = policy.Update
		}
		if err := policy.Check(session.User.Actor(), action, rule.needs); err != nil {
			return ctx, err
		}
	}
	return context.WithValue(ctx, sessionKey{}, session), nil
}

// session is who sends this request; authenticate has made sure that there is one.
func session(ctx context.Context) accounts.Session {
	v, _ := ctx.Value(sessionKey{}).(accounts.Session)
	return v
}

func actor(ctx context.Context) domain.Actor {
	if v, ok := ctx.Value(visitKey{}).(visit); ok {
		return v.guest.Actor()
	}
	return session(ctx).User.Actor()
}

func httpRequest(ctx context.Context) *http.Request {
	r, _ := ctx.Value(httpKey{}).(*http.Request)
	return r
}

// request is what goes with a command: who, its idempotency key, from where.
func request(ctx context.Context, key *contract.IdempotencyKey, via string) commands.Request {
	expected, _ := ctx.Value(versionKey{}).(*int)
	return commands.Request{
		Actor:    actor(ctx),
		ID:       value(key),
		Via:      via,
		Request:  telemetry.RequestID(ctx),
		Expected: expected,
	}
}
