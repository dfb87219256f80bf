package io.fairstream.htcondor.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Header of a log file that HTCondor rotates, from its first event (008). On a rotation the event is overwritten with
 * the current time and size; the id remains.
 *
 * @param id unique among all files of all logs
 * @param ctime creation time of the file, seconds since 1970; 0 if unknown
 * @param sequence number of the file, one more than of the previous file; 0 if unknown
 * @param offset total size of the previous files in bytes; -1 if unknown
 */
public record LogHeader(String id, long ctime, long sequence, long offset) {
    /** Maximum length of a header, whose text is padded to 256 bytes. */
    private static final int LONGEST = 4096;

    private static final Pattern TEXT = Pattern.compile("008 \\([^\\n]{0,100}?Global JobLog:([^\\n]*)");
    private static final Pattern AD = Pattern.compile("Global JobLog:([^\"\\n]*)");
    private static final Pattern VALUE = Pattern.compile(" (id|ctime|sequence|offset)=([^ <>]{1,256})");

    /** Returns true if an entry is a header. Its time is that of the last rotation, and independent of the entries around it. */
    public static boolean isHeader(RawEntry entry) {
        return values(entry) != null;
    }

    /** Returns the header of an open file; null if it has none, or none yet. */
    static @Nullable LogHeader of(FileChannel file, Ending ending) throws IOException {
        RawEntry first = first(file, ending);
        return first == null ? null : of(first);
    }

    /** Returns the first entry of a file, if it is complete. */
    static @Nullable RawEntry first(FileChannel file, Ending ending) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
            // until it is full, or the file ends
        }
        List<RawEntry> pieces = new ArrayList<>();
        new EntrySplitter(ending, 0, 1).cut(bytes.array(), bytes.position(), pieces::add);
        return pieces.isEmpty() ? null : pieces.get(0);
    }

    private static @Nullable LogHeader of(RawEntry entry) {
        String values = values(entry);
        if (values == null) {
            return null;
        }
        String id = "";
        long ctime = 0;
        long sequence = 0;
        long offset = -1;
        Matcher matcher = VALUE.matcher(values);
        while (matcher.find()) {
            String value = matcher.group(2);
            switch (matcher.group(1)) {
                case "id" -> id = value;
                case "ctime" -> ctime = number(value, 0);
                case "sequence" -> sequence = number(value, 0);
                default -> offset = number(value, -1);
            }
        }
        return id.isEmpty() ? null : new LogHeader(id, ctime, sequence, offset);
    }

    private static @Nullable String values(RawEntry entry) {
        if (!entry.complete()) {
            return null;
        }
        boolean isText = entry.spelling() == RawEntry.Spelling.TEXT;
        Matcher matcher = (isText ? TEXT : AD).matcher(entry.text());
        return (isText ? matcher.lookingAt() : matcher.find()) ? matcher.group(1) : null;
    }

    private static long number(String text, long otherwise) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /** Returns true if this file was begun when the other was rotated. */
    boolean follows(LogHeader before) {
        return before.sequence > 0 && sequence == before.sequence + 1 && offset >= before.offset;
    }

    /** Returns true if this file was begun after the other. The creation time is compared, too: numbers restart if the log is removed. */
    boolean isAfter(LogHeader before) {
        return follows(before) || ctime > before.ctime || (ctime == before.ctime && sequence > before.sequence);
    }
}
