package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// ReceiptFacts are what a receipt proves.
type ReceiptFacts struct {
	// ID names the entry of the log.
	ID string
	// Action is what was done, such as compliance_decision.
	Action string
	// SubjectType and SubjectID name what it was done to, such as a decision.
	SubjectType, SubjectID string
	// Timestamp is when it was done.
	Timestamp time.Time
	// Origin names the log.
	Origin string
	// Index is the place of the entry in the log.
	Index int64
	// Size is how many entries the log had.
	Size int64
	// Documents are the documents that the entry names by their hash, as they were proven.
	Documents map[string]json.RawMessage
}

// Receipt proves that an entry stands in the transparency log: the receipt is `receipt` of Decisions.Receipt, as JSON or as that
// field, and the key is the log's verifier key (name+id+base64), from a source that you trust. The error is a *Refusal.
func Receipt(receipt any, verifierKey string) (*ReceiptFacts, error) {
	raw, err := json.Marshal(jsonOf(receipt))
	if err != nil {
		return nil, refuse(Malformed)
	}
	verifier, err := note.NewVerifier(verifierKey)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	var read struct {
		Type      string                     `json:"type"`
		Entry     json.RawMessage            `json:"entry"`
		Documents map[string]json.RawMessage `json:"documents"`
		Log       json.RawMessage            `json:"log"`
		Note      string                     `json:"checkpoint"`
	}
	var place map[string]json.RawMessage
	var in struct {
		Origin string   `json:"origin"`
		Index  int64    `json:"index"`
		Size   int64    `json:"size"`
		Proof  []string `json:"proof"`
	}
	var entry struct {
		ID          string         `json:"id"`
		Action      string         `json:"action"`
		SubjectType string         `json:"subject_type"`
		SubjectID   string         `json:"subject_id"`
		Timestamp   time.Time      `json:"timestamp"`
		Details     map[string]any `json:"details"`
	}
	for _, into := range []any{&members, &read} {
		if json.Unmarshal(raw, into) != nil {
			return nil, refuse(Malformed)
		}
	}
	for _, part := range []struct {
		from json.RawMessage
		into any
	}{{read.Log, &place}, {read.Log, &in}, {read.Entry, &entry}} {
		if json.Unmarshal(part.from, part.into) != nil {
			return nil, refuse(Malformed)
		}
	}
	// What stood beside them, nothing would vouch for.
	if read.Type != "sealwright-receipt/1" || !hasExactly(members, "type", "entry", "documents", "log", "checkpoint") || !hasExactly(place, "origin", "index", "size", "proof") {
		return nil, refuse(Malformed)
	}
	for name, document := range read.Documents {
		text, err := canonical(document)
		sum := sha256.Sum256(text)
		if err != nil || entry.Details[name] != hex.EncodeToString(sum[:]) {
			return nil, refuse(DocumentAltered)
		}
	}
	opened, err := note.Open([]byte(read.Note), note.VerifierList(verifier))
	if err != nil {
		return nil, refuse(SignatureInvalid)
	}
	lines := strings.Split(strings.TrimSuffix(opened.Text, "\n"), "\n")
	if len(lines) < 3 || slices.Contains(lines, "") || lines[0] != in.Origin || lines[1] != strconv.FormatInt(in.Size, 10) {
		return nil, refuse(CheckpointMismatch)
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return nil, refuse(CheckpointMismatch)
	}
	proof, leaf, ok := pathOf(in.Proof, read.Entry)
	if !ok || in.Index < 0 || in.Index >= in.Size || tlog.CheckRecord(proof, in.Size, root, in.Index, leaf) != nil {
		return nil, refuse(NotInLog)
	}
	return &ReceiptFacts{
		ID: entry.ID, Action: entry.Action, SubjectType: entry.SubjectType, SubjectID: entry.SubjectID, Timestamp: entry.Timestamp,
		Origin: in.Origin, Index: in.Index, Size: in.Size, Documents: read.Documents,
	}, nil
}

// jsonOf takes JSON as it is and marshals everything else.
func jsonOf(value any) any {
	if text, ok := value.([]byte); ok {
		return json.RawMessage(text)
	}
	return value
}

func hasExactly(members map[string]json.RawMessage, names ...string) bool {
	for _, name := range names {
		if _, there := members[name]; !there {
			return false
		}
	}
	return len(members) == len(names)
}

func pathOf(texts []string, entry json.RawMessage) (proof tlog.RecordProof, leaf tlog.Hash, ok bool) {
	for _, text := range texts {
		raw, err := hex.DecodeString(text)
		if err != nil || len(raw) != tlog.HashSize || strings.ToLower(text) != text {
			return nil, leaf, false
		}
		proof = append(proof, tlog.Hash(raw))
	}
	text, err := canonical(entry)
	return proof, tlog.RecordHash(text), err == nil
}

// canonical is JSON by RFC 8785.
func canonical(raw json.RawMessage) ([]byte, error) {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := write(&out, value)
	return out.Bytes(), err
}

func write(out *bytes.Buffer, value any) error {
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		// In the order of UTF-16, as JavaScript sorts.
		sort.Slice(names, func(i, j int) bool {
			return slices.Compare(utf16.Encode([]rune(names[i])), utf16.Encode([]rune(names[j]))) < 0
		})
		out.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				out.WriteByte(',')
			}
			writeText(out, name)
			out.WriteByte(':')
			if err := write(out, value[name]); err != nil {
				return err
			}
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, one := range value {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := write(out, one); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	case string:
		writeText(out, value)
	case float64:
		if value == 0 {
			value = math.Abs(value)
		}
		// The form of numbers in encoding/json is that of ECMAScript.
		text, err := json.Marshal(value)
		out.Write(text)
		return err
	default:
		text, err := json.Marshal(value)
		out.Write(text)
		return err
	}
	return nil
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func writeText(out *bytes.Buffer, text string) {
	out.WriteByte('"')
	for _, letter := range text {
		if escape, known := shortEscapes[letter]; known {
			out.WriteString(escape)
		} else if letter < ' ' {
			out.WriteString(`\u00` + hex.EncodeToString([]byte{byte(letter)}))
		} else {
			out.Write(utf8.AppendRune(nil, letter))
		}
	}
	out.WriteByte('"')
}
