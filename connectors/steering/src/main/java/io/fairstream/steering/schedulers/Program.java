package io.fairstream.steering.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * A Python program of ours, sent with its argument to the standard input of {@code python3 -}. Thus it needs no
 * installation, and no shell on the way interprets it.
 *
 * @param text of the program, which finds its argument in {@code argument}
 */
record Program(String text) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads the program from a resource next to a class. */
    public static Program of(Class<?> owner, String resource) {
        try (InputStream stream = Objects.requireNonNull(owner.getResourceAsStream(resource), resource)) {
            return new Program(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the program with its argument, any JSON value. */
    public String with(Object argument) {
        try {
            String encoded = Base64.getEncoder().encodeToString(JSON.writeValueAsBytes(argument));
            return "import base64, json\nargument = json.loads(base64.b64decode(\"" + encoded + "\"))\n" + text;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
