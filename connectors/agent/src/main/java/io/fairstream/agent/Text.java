package io.fairstream.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text of a small file of the kernel. The buffer is reused, because thousands of such files are read for each snapshot. Mutable,
 * for one thread.
 */
final class Text {
    /** Size limit of a read; the JVM allocates a buffer for each larger read. */
    private static final int PIECE = 8 * 1024;

    private static final int MOST = 4 << 20;

    private byte[] bytes = new byte[PIECE];
    private int length;

    /** Result of reading a file. */
    enum Reading {
        DONE,
        GONE,
        DENIED
    }

    /** Reads a file; the text is empty on failure. */
    Reading read(String file) {
        length = 0;
        try (FileInputStream in = new FileInputStream(file)) {
            int count = in.read(bytes, 0, PIECE);
            while (count > 0 && length < MOST) {
                length += count;
                if (bytes.length - length < PIECE) {
                    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                }
                count = in.read(bytes, length, PIECE);
            }
            return Reading.DONE;
        } catch (FileNotFoundException e) {
            return new File(file).exists() ? Reading.DENIED : Reading.GONE;
        } catch (IOException e) {
            length = 0;
            String message = String.valueOf(e.getMessage());
            return message.contains("denied") || message.contains("not permitted") ? Reading.DENIED : Reading.GONE;
        }
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Returns the last index of the character, a byte; -1 for none. */
    int lastIndexOf(char wanted) {
        int index = length - 1;
        while (index >= 0 && bytes[index] != wanted) {
            index--;
        }
        return index;
    }

    /** Returns the begin of the next line after an index. */
    int nextLine(int index) {
        int next = index;
        while (next < length && bytes[next] != '\n') {
            next++;
        }
        return next + 1;
    }

    boolean startsWith(byte[] key, int index) {
        return index + key.length <= length && Arrays.equals(bytes, index, index + key.length, key, 0, key.length);
    }

    /** Returns the first number after the key at the beginning of a line; 0 if there is no such line. */
    long number(byte[] key) {
        for (int line = 0; line < length; line = nextLine(line)) {
            if (startsWith(key, line)) {
                return numberFrom(line + key.length);
            }
        }
        return 0;
    }

    /** Returns the first whole number at or after an index, 0 or more; 0 if there is none. */
    long numberFrom(int index) {
        int next = index;
        while (next < length && !isDigit(bytes[next])) {
            next++;
        }
        long number = 0;
        for (; next < length && isDigit(bytes[next]); next++) {
            number = number * 10 + (bytes[next] - '0');
        }
        return number;
    }

    private static boolean isDigit(byte letter) {
        return letter >= '0' && letter <= '9';
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
