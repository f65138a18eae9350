// Package audit_test holds the documented formats of the audit log, their test vectors and the
// verifier in Python to what the product does.
package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/internal/eventstore/record"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

var update = flag.Bool("update", false, "write the vectors anew")

const events = 300 // more than one tile

// leaf is a record by the words of README.md, without the product's own code.
func leaf(position int64) []byte {
	be := binary.BigEndian
	stream := uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(position / 20)})
	command := uuid.NewSHA1(uuid.NameSpaceURL, be.AppendUint64(nil, uint64(position)))
	b := []byte{1}
	field := func(f []byte) {
		b = be.AppendUint32(b, uint32(len(f)))
		b = append(b, f...)
	}
	field(be.AppendUint64(nil, uint64(position)))
	field(stream[:])
	field(be.AppendUint32(nil, uint32(position%20+1)))
	field([]byte("order"))
	field([]byte("order.moved"))
	field(fmt.Appendf(nil, `{"from":"in-progress","to":"in-review","rank":"0%d"}`, position))
	field([]byte(`{"actor":"5f1c2b0e-8c0a-4b7e-9d3f-0a1b2c3d4e5f","role":"manager"}`))
	if position%3 == 0 { // not the first event of its append: it has no command id
		b = be.AppendUint32(b, 0xffffffff)
	} else {
		field(command[:])
	}
	field(be.AppendUint64(nil, uint64(1_767_225_600_000_000+position)))
	return b
}

func signer(t *testing.T, seed byte) (note.Signer, string) {
	t.Helper()
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	key, err := note.NewEd25519VerifierKey("proofboard-example", private.Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(
		fmt.Sprintf(
			"PRIVATE+KEY+%s+%08x+%s", v.Name(), v.KeyHash(),
			base64.StdEncoding.EncodeToString(append([]byte{1}, bytes.Repeat([]byte{seed}, ed25519.SeedSize)...)),
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	return s, key
}

type vector struct {
	File  string `json:"file"`
	Valid bool   `json:"valid"`
	Why   string `json:"why"`
}

// vectors makes the files: a small log, its heads, proofs of it, and each of them changed.
func vectors(t *testing.T) (files map[string][]byte, list []vector, key string) {
	t.Helper()
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (out []tlog.Hash, _ error) {
		for _, i := range indexes {
			out = append(out, stored[i])
		}
		return out, nil
	})
	for n := int64(1); n <= events; n++ {
		hashes, err := tlog.StoredHashes(n-1, leaf(n), reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, hashes...)
	}
	own, key := signer(t, 7)
	other, _ := signer(t, 8)
	head := func(size int64, s note.Signer) string {
		hash, err := tlog.TreeHash(size, reader)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := translog.Head{Log: "proofboard-example", Size: size, Hash: hash}.Sign(s)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	files = map[string][]byte{}
	put := func(file, why string, valid bool, text []byte) {
		files[file], list = text, append(list, vector{file, valid, why})
	}
	put("head.txt", "the head of 300 events", true, []byte(head(events, own)))
	put(
		"head-changed.txt", "another number of events", false,
		[]byte(strings.Replace(head(events, own), "\n300\n", "\n301\n", 1)),
	)
	put("head-other-key.txt", "signed with another key", false, []byte(head(events, other)))
	proof := func(position int64, record []byte) []byte {
		path, err := tlog.ProveRecord(events, position-1, reader)
		if err != nil {
			t.Fatal(err)
		}
		text, err := translog.EventProof{Position: position, Record: record, Path: path, Head: head(events, own)}.Text()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, position := range []int64{1, 256, 257, 300} {
		put(
			fmt.Sprintf("event-%d.json", position), fmt.Sprintf("event %d of 300", position), true,
			proof(position, leaf(position)),
		)
	}
	put("event-changed.json", "another event at position 40", false, proof(40, append(leaf(40)[:len(leaf(40))-1], 0)))
	put("event-moved.json", "event 40 as if it were event 41", false, proof(41, leaf(40)))
	growth := func(from, to int64, old string) []byte {
		path, err := tlog.ProveTree(to, from, reader)
		if err != nil {
			t.Fatal(err)
		}
		if path == nil {
			path = tlog.TreeProof{}
		}
		text, err := translog.GrowthProof{Old: old, Head: head(to, own), Path: path}.Text()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, from := range []int64{1, 128, 255, 256, 300} {
		put(
			fmt.Sprintf("growth-%d.json", from), fmt.Sprintf("from %d to 300 events", from), true,
			growth(from, events, head(from, own)),
		)
	}
	forked, err := translog.Head{
		Log:  "proofboard-example",
		Size: 128,
		Hash: tlog.RecordHash([]byte("another history")),
	}.Sign(own)
	if err != nil {
		t.Fatal(err)
	}
	put("growth-forked.json", "from a head of another history", false, growth(128, events, forked))
	return files, list, key
}

// form names vectors of certificates that the product refuses for their form alone: the log's own
// key has signed them, and what they prove holds.
var form = []string{
	"stale-word.json",
	"stale-none.json",
	"state.json",
	"tab.json",
	"number.json",
	"negative.json",
	"extra-field.json",
	"double-field.json",
	"field-order.json",
	"escape.json",
	"surrogate.json",
	"fraction.json",
	"uuid-case.json",
	"head.json",
}

func TestTheVerifierInPythonAgreesWithTheProduct(t *testing.T) { // BY-021, BY-023, BY-024
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("docs/audit/verify.py needs python3: run scripts/setup-tests.sh")
	}
	// verify runs one process for all files of a folder: a line "ok" or "no" for each.
	verify := func(folder, key string, list []vector) []string {
		t.Helper()
		names := make([]string, len(list))
		for i, v := range list {
			names[i] = filepath.Join(folder, v.File)
		}
		const script = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, ".")
import verify
keys = [verify.Key(sys.argv[1])]
for name in sys.argv[2:]:
    try:
        verify.check(open(name, "rb").read(), keys)
        print("ok")
    except Exception as wrong:
        print("no")
`
		out, err := exec.CommandContext(t.Context(), python, append([]string{"-c", script, key}, names...)...).
			CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		said := strings.Fields(string(out))
		if len(said) != len(list) {
			t.Fatalf("%d answers for %d files: %s", len(said), len(list), out)
		}
		return said
	}
	files, list, key := vectors(t)
	said := verify("vectors", key, list)
	for i, v := range list {
		if (said[i] == "ok") != v.Valid {
			t.Errorf("%s (%s): the verifier says %s", v.File, v.Why, said[i])
		}
		if err := check(files[v.File], key); (err == nil) != v.Valid {
			t.Errorf("%s (%s): the product says %v", v.File, v.Why, err)
		}
	}

	const certificates = "../../internal/eventstore/certificate/testdata"
	var issued struct {
		Key     string
		Vectors []vector
	}
	text, err := os.ReadFile(filepath.Join(certificates, "vectors.json"))
	if err == nil {
		err = json.Unmarshal(text, &issued)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range verify(filepath.Join(certificates, "vectors"), issued.Key, issued.Vectors) {
		if v := issued.Vectors[i]; (s == "ok") != (v.Valid || slices.Contains(form, v.File)) {
			t.Errorf("%s (%s): the verifier says %s", v.File, v.Why, s)
		}
	}

	out, err := exec.CommandContext(t.Context(), python, "verify.py", "vectors/event-40.json", key).CombinedOutput()
	if err == nil {
		t.Errorf("a file that is not there: %s", out)
	}
	out, err = exec.CommandContext(t.Context(), python, "verify.py", "vectors/event-256.json", key).CombinedOutput()
	if err != nil ||
		!strings.Contains(string(out), "event 256 is in proofboard-example, whose head covers 300 events") {
		t.Errorf("%v: %s", err, out)
	}
}

// check is the product's own.
func check(file []byte, key string) error {
	v, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(file, []byte(`{"old"`)):
		p, err := translog.ReadGrowth(file)
		if err == nil {
			_, _, err = p.Check(key)
		}
		return err
	case bytes.HasPrefix(file, []byte("{")):
		p, err := translog.ReadProof(file)
		if err == nil {
			_, err = p.Check(key)
		}
		return err
	}
	_, err = translog.OpenHead(string(file), v)
	return err
}

func TestTheVectorsAreWhatTheDocumentedFormatsSay(t *testing.T) { // BY-021
	files, list, key := vectors(t)
	index, err := json.MarshalIndent(struct {
		Key     string   `json:"key"`
		Vectors []vector `json:"vectors"`
	}{key, list}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	files["vectors.json"] = append(index, '\n')
	for name, want := range files {
		file := filepath.Join("vectors", name)
		if *update {
			if err := os.WriteFile(file, want, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what it should be (%v): write it with -update", file, err)
		}
	}
	for position := int64(1); position <= events; position++ {
		l, err := record.Read(leaf(position))
		if err != nil || l.Position != position || l.Type != "order.moved" ||
			l.OccurredAt.UnixMicro() != 1_767_225_600_000_000+position {
			t.Fatalf("the product reads the leaf at %d as %+v, %v", position, l, err)
		}
	}
}
