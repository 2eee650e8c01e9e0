// A verifier of the log that shares no code with the product: the Go module mirror's own libraries, as strangers use them.
//
//	witness LOG-URL                 is a witness (c2sp.org/tlog-witness) of the log there; prints its key and its address
//	verify LOG-URL WITNESS-KEY DIR  checks head, tiles, proofs, a receipt and a cosignature; keeps the head it saw in DIR
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "witness":
		err = witness(os.Args[2])
	case len(os.Args) == 5 && os.Args[1] == "verify":
		err = verify(os.Args[2], os.Args[3], os.Args[4])
	default:
		err = errors.New("usage: witness LOG-URL | verify LOG-URL WITNESS-KEY DIR")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func get(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != 200 {
		err = fmt.Errorf("%s: %s %s", url, resp.Status, body)
	}
	return body, err
}

func getJSON(url string, into any) error {
	body, err := get(url)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

type logInfo struct {
	Origin string `json:"origin"`
	Key    string `json:"verifier_key"`
}

func describe(url string) (info logInfo, key note.Verifier, err error) {
	if err = getJSON(url+"/.well-known/sealwright-log", &info); err != nil {
		return
	}
	key, err = note.NewVerifier(info.Key)
	return
}

// cosigner verifies cosignature/v1 lines of one witness.
type cosigner struct {
	name string
	id   uint32
	key  ed25519.PublicKey
}

func newCosigner(name string, key ed25519.PublicKey) cosigner {
	sum := sha256.Sum256(append([]byte(name+"\n\x04"), key...))
	return cosigner{name, binary.BigEndian.Uint32(sum[:4]), key}
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.id }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	return ed25519.Verify(c.key, cosigned(msg, binary.BigEndian.Uint64(sig)), sig[8:])
}
func cosigned(msg []byte, at uint64) []byte {
	return append([]byte(fmt.Sprintf("cosignature/v1\ntime %d\n", at)), msg...)
}
func (c cosigner) vkey() string {
	return fmt.Sprintf("%s+%08x+%s", c.name, c.id, base64.StdEncoding.EncodeToString(append([]byte{4}, c.key...)))
}

func parseCosigner(vkey string) (cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return cosigner{}, errors.New("no witness key")
	}
	raw, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(raw) != 33 || raw[0] != 4 {
		return cosigner{}, errors.New("no cosignature/v1 key")
	}
	return newCosigner(parts[0], raw[1:]), nil
}

func parseHead(text, origin string) (tree tlog.Tree, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] != origin {
		return tree, fmt.Errorf("not a checkpoint of %s: %q", origin, text)
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return
}

// tiles reads C2SP tiles, which are those of the Go checksum database under another path.
type tiles struct{ url string }

func (t tiles) Height() int                     { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(want []tlog.Tile) ([][]byte, error) {
	var out [][]byte
	for _, tile := range want {
		data, err := get(t.url + "/log/" + strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}

func hexHashes(texts []string) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, text := range texts {
		raw, err := hex.DecodeString(text)
		if err != nil || len(raw) != tlog.HashSize {
			return nil, errors.New("no hash: " + text)
		}
		out = append(out, tlog.Hash(raw))
	}
	return out, nil
}

func verify(url, witnessKey, dir string) error {
	info, key, err := describe(url)
	if err != nil {
		return err
	}
	cosig, err := parseCosigner(witnessKey)
	if err != nil {
		return err
	}
	signed, err := get(url + "/log/checkpoint")
	if err != nil {
		return err
	}
	opened, err := note.Open(signed, note.VerifierList(key, cosig))
	if err != nil {
		return fmt.Errorf("the checkpoint: %w", err)
	}
	if len(opened.Sigs) != 2 {
		return fmt.Errorf("%d signatures of the log and its witness, not 2:\n%s", len(opened.Sigs), signed)
	}
	head, err := parseHead(opened.Text, info.Origin)
	if err != nil {
		return err
	}

	// The tree of the tiles is the one that was signed; the reader checks each tile against the head.
	reader := tlog.TileHashReader(head, tiles{url})
	root, err := tlog.TreeHash(head.N, reader)
	if err != nil || root != head.Hash {
		return fmt.Errorf("the tiles do not make the signed tree: %v", err)
	}
	for _, n := range []int64{0, head.N / 2, head.N - 1} {
		proof, err := tlog.ProveRecord(head.N, n, reader)
		if err != nil {
			return err
		}
		var served struct {
			Leaf  string   `json:"leaf_hash"`
			Proof []string `json:"proof"`
		}
		if err := getJSON(fmt.Sprintf("%s/log/proofs/inclusion?leaf_index=%d&tree_size=%d", url, n, head.N), &served); err != nil {
			return err
		}
		hashes, err := hexHashes(append([]string{served.Leaf}, served.Proof...))
		if err != nil {
			return err
		}
		for _, one := range [][]tlog.Hash{hashes[1:], proof} {
			if err := tlog.CheckRecord(one, head.N, head.Hash, n, hashes[0]); err != nil {
				return fmt.Errorf("inclusion of leaf %d: %w", n, err)
			}
		}
	}

	if err := checkReceipt(filepath.Join(dir, "receipt.json"), info, key, reader, head); err != nil {
		return err
	}
	size, err := checkOlder(filepath.Join(dir, "head"), url, info, key, reader, head)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "head"), signed, 0o600); err != nil {
		return err
	}
	fmt.Printf("verified %d entries, after %d, cosigned by %s\n", head.N, size, cosig.name)
	return nil
}

// checkReceipt checks that the receipt's entry is a leaf of the tree its checkpoint signed, and of the present one.
func checkReceipt(file string, info logInfo, key note.Verifier, reader tlog.HashReader, head tlog.Tree) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var receipt struct {
		Entry any `json:"entry"`
		Log   struct {
			Index int64    `json:"index"`
			Size  int64    `json:"size"`
			Proof []string `json:"proof"`
		} `json:"log"`
		Note string `json:"checkpoint"`
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&receipt); err != nil {
		return err
	}
	// RFC 8785, for what an entry holds: keys in order, no space, nothing escaped without need.
	var entry bytes.Buffer
	encoder := json.NewEncoder(&entry)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(receipt.Entry); err != nil {
		return err
	}
	leaf := tlog.RecordHash(bytes.TrimSuffix(entry.Bytes(), []byte("\n")))
	opened, err := note.Open([]byte(receipt.Note), note.VerifierList(key))
	if err != nil {
		return fmt.Errorf("the receipt's checkpoint: %w", err)
	}
	tree, err := parseHead(opened.Text, info.Origin)
	if err != nil {
		return err
	}
	proof, err := hexHashes(receipt.Log.Proof)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, receipt.Log.Index, leaf); err != nil {
		return fmt.Errorf("the receipt: %w", err)
	}
	present, err := tlog.ProveRecord(head.N, receipt.Log.Index, reader)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(present, head.N, head.Hash, receipt.Log.Index, leaf)
}

// checkOlder checks that the head seen before is a beginning of the present one. The first time there is none.
func checkOlder(file, url string, info logInfo, key note.Verifier, reader tlog.HashReader, head tlog.Tree) (int64, error) {
	before, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	opened, err := note.Open(before, note.VerifierList(key))
	if err != nil {
		return 0, err
	}
	old, err := parseHead(opened.Text, info.Origin)
	if err != nil {
		return 0, err
	}
	var served struct {
		Proof []string `json:"proof"`
	}
	if err := getJSON(fmt.Sprintf("%s/log/proofs/consistency?first=%d&second=%d", url, old.N, head.N), &served); err != nil {
		return 0, err
	}
	proof, err := hexHashes(served.Proof)
	if err != nil {
		return 0, err
	}
	own, err := tlog.ProveTree(head.N, old.N, reader)
	if err != nil {
		return 0, err
	}
	for _, one := range [][]tlog.Hash{proof, own} {
		if err := tlog.CheckTree(one, head.N, head.Hash, old.N, old.Hash); err != nil {
			return 0, fmt.Errorf("consistency from %d to %d: %w", old.N, head.N, err)
		}
	}
	return old.N, nil
}

// witness is a whole tlog-witness of one log, with its memory in memory.
func witness(logURL string) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	own := newCosigner("witness.example/w1", public)
	var lock sync.Mutex
	var last tlog.Tree
	http.HandleFunc("POST /add-checkpoint", func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		fail := func(status int, why string) { http.Error(w, why, status) }
		info, key, err := describe(logURL)
		if err != nil {
			fail(500, err.Error())
			return
		}
		body, _ := io.ReadAll(io.LimitReader(r.Body, 64<<10))
		top, signed, found := bytes.Cut(body, []byte("\n\n"))
		lines := strings.Split(string(top), "\n")
		oldText, isOld := strings.CutPrefix(lines[0], "old ")
		old, err := strconv.ParseInt(oldText, 10, 64)
		if !found || !isOld || err != nil || len(lines) > 64 {
			fail(400, "malformed")
			return
		}
		opened, err := note.Open(signed, note.VerifierList(key))
		if err != nil {
			fail(403, err.Error())
			return
		}
		tree, err := parseHead(opened.Text, info.Origin)
		if err != nil {
			fail(404, err.Error())
			return
		}
		if old > tree.N {
			fail(400, "old size above the checkpoint's")
			return
		}
		if old != last.N {
			w.Header().Set("Content-Type", "text/x.tlog.size")
			w.WriteHeader(409)
			fmt.Fprintf(w, "%d\n", last.N)
			return
		}
		var proof tlog.TreeProof
		for _, line := range lines[1:] {
			hash, err := tlog.ParseHash(line)
			if err != nil {
				fail(400, err.Error())
				return
			}
			proof = append(proof, hash)
		}
		consistent := old == 0 && len(proof) == 0 || old > 0 && tlog.CheckTree(proof, tree.N, tree.Hash, last.N, last.Hash) == nil
		if !consistent {
			fail(422, "inconsistent")
			return
		}
		last = tree
		at := uint64(time.Now().Unix())
		sig := binary.BigEndian.AppendUint32(nil, own.id)
		sig = binary.BigEndian.AppendUint64(sig, at)
		sig = append(sig, ed25519.Sign(private, cosigned([]byte(opened.Text), at))...)
		fmt.Fprintf(w, "— %s %s\n", own.name, base64.StdEncoding.EncodeToString(sig))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("%s http://%s\n", own.vkey(), listener.Addr())
	return http.Serve(listener, nil)
}
