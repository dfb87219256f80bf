package io.fairstream.htcondor.file;

import io.fairstream.htcondor.file.RawEntry.Spelling;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Splitter of a file's bytes into entries. A broken entry does not affect others: a line that can only begin an entry
 * begins one, even if another is open. Between entries there may be blanks, separators, the commas and brackets of a
 * JSON array, and XML tags other than {@code <c>}.
 */
final class EntrySplitter {
    /** Maximum length of an entry; longer ones indicate another format or an overwritten file. */
    static final int LONGEST = 4 << 20;

    private final Ending ending;
    private final StringBuilder line = new StringBuilder();
    private boolean blank = true;
    private long lineStart;
    private long lineNumber;
    private long offset;

    private StringBuilder entry = new StringBuilder();
    private @Nullable Brackets brackets;
    private boolean open;
    private boolean overflow;
    private long entryStart;
    private long entryLine;

    /**
     * Creates a splitter that begins within a file.
     *
     * @param offset of the first byte it is given, which begins an entry
     * @param lineNumber of that byte, counted from 1
     */
    public EntrySplitter(Ending ending, long offset, long lineNumber) {
        this.ending = ending;
        this.offset = offset;
        this.lineNumber = lineNumber;
        startLine();
        begin(offset);
    }

    /** Returns the offset after the last complete entry, where another splitter can continue. */
    public long end() {
        return entryStart;
    }

    /** Returns the number of the line at {@link #end}. */
    public long endLine() {
        return entryLine;
    }

    /** Adds bytes. */
    public void cut(byte[] bytes, int length, Consumer<RawEntry> pieces) {
        for (int i = 0; i < length; i++) {
            take((char) (bytes[i] & 0xff), pieces);
        }
    }

    /** Ends the file: the rest is an entry if it does not need an end marker. */
    public void finish(Consumer<RawEntry> pieces) {
        boolean endless = ending == Ending.BLANK_LINE && brackets == null;
        if (brackets == null && line.length() > 0) {
            if (ending == Ending.LINE) {
                openAt(lineStart);
                append(line.toString());
            } else {
                endLine(pieces);
            }
        }
        flush(endless, pieces);
    }

    private void take(char next, Consumer<RawEntry> pieces) {
        offset++;
        if (brackets != null) {
            takeBracketed(brackets, next, pieces);
        } else if (!open && blank && ending.allowsBrackets() && (next == '{' || next == '<')) {
            openBrackets(next);
        } else if (!open && blank && ending.allowsBrackets() && (next == '[' || next == ']' || next == ',')) {
            startLine();
            begin(offset);
        } else if (next == '\n') {
            takeLineEnd(pieces);
        } else if (line.length() < LONGEST) {
            line.append(next);
            blank &= next <= ' ';
        } else {
            openAt(lineStart);
            overflow = true;
        }
    }

    private void takeLineEnd(Consumer<RawEntry> pieces) {
        if (open && (ending.begins(line) || (ending.allowsBrackets() && Brackets.begin(line)))) {
            offset--;
            cutBeforeLine(pieces);
            take('\n', pieces);
            return;
        }
        endLine(pieces);
        lineNumber++;
        startLine();
        if (!open) {
            begin(offset);
        }
    }

    private void endLine(Consumer<RawEntry> pieces) {
        if (line.length() > 0 && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        String text = line.toString();
        line.setLength(0);
        if (ending.isSeparator(text)) {
            flush(true, pieces);
        } else if (open || !text.isBlank()) {
            openAt(lineStart);
            append(text);
            if (ending.ends(text)) {
                flush(true, pieces);
            }
        }
    }

    private void append(String text) {
        if (entry.length() + text.length() < LONGEST) {
            entry.append(text).append('\n');
        } else {
            overflow = true;
        }
    }

    private void openBrackets(char first) {
        line.setLength(0);
        openAt(offset - 1);
        brackets = first == '{' ? new Brackets.Json() : new Brackets.Xml();
        takeBracket(brackets, first);
    }

    private void takeBracketed(Brackets inner, char next, Consumer<RawEntry> pieces) {
        if (next == '\n') {
            lineNumber++;
            startLine();
        } else if (line.length() < Brackets.LONGEST_MARK && lineStart > entryStart) {
            line.append(next);
            if (inner.isFirst(line)) {
                cutBeforeLine(pieces);
                return;
            }
        }
        takeBracket(inner, next);
        if (inner.isClosed()) {
            flush(true, inner.isEntry() ? pieces : markup -> {});
        }
    }

    private void takeBracket(Brackets inner, char next) {
        if (entry.length() < LONGEST) {
            entry.append(next);
        } else {
            overflow = true;
        }
        inner.take(next);
    }

    /** Ends the open entry as truncated before this line, which is then processed again. */
    private void cutBeforeLine(Consumer<RawEntry> pieces) {
        String begun = line.toString();
        entry.setLength((int) Math.min(entry.length(), lineStart - entryStart));
        offset = lineStart;
        flush(false, pieces);
        for (int i = 0; i < begun.length(); i++) {
            take(begun.charAt(i), pieces);
        }
    }

    /** Starts another line, or the rest of a line after an entry that ended within it. */
    private void startLine() {
        line.setLength(0);
        blank = true;
        lineStart = offset;
    }

    private void openAt(long start) {
        if (!open) {
            begin(start);
            open = true;
        }
    }

    private void begin(long start) {
        entryStart = start;
        entryLine = lineNumber;
    }

    /** Passes on the open entry, if any. */
    private void flush(boolean complete, Consumer<RawEntry> pieces) {
        if (open) {
            Spelling spelling = brackets == null ? Spelling.TEXT : brackets.spelling();
            String text = new String(entry.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            pieces.accept(new RawEntry(spelling, text, entryLine, entryStart, offset, complete && !overflow));
        }
        entry = new StringBuilder();
        brackets = null;
        open = false;
        overflow = false;
        startLine();
        begin(offset);
    }
}
