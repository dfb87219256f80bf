package io.fairstream.streams.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts in bytes. Names that differ in bytes that are no UTF-8 would become one name, so such bytes are no text. */
final class Utf8 {
    private static final char INSTEAD = '\uFFFD';

    private Utf8() {}

    /** The text, or null if the bytes are not UTF-8. */
    static @Nullable String text(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        return text.indexOf(INSTEAD) < 0 || isUtf8(bytes, from, length) ? text : null;
    }

    private static boolean isUtf8(byte[] bytes, int from, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
