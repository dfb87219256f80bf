package io.fairstream.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access for a console with tokens: in the header {@code Authorization: Bearer}, or through the cookie set at sign-in. The token file
 * is reloaded when it changes; removing a line signs its user out.
 */
public final class TokenAccess implements Access {
    private static final Logger LOG = LoggerFactory.getLogger(TokenAccess.class);

    static final String COOKIE = "fairstream-session";

    /** Minimum length, so that a token cannot be guessed. */
    private static final int SHORTEST = 20;

    private static final int MAX_SESSIONS = 10_000;
    private static final long BETWEEN_LOOKS = Duration.ofSeconds(1).toNanos();
    private static final String BEARER = "Bearer ";

    private final Path file;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, String> sessions = new LinkedHashMap<>();
    private List<Known> known = List.of();
    private @Nullable FileTime changed;
    private long looked;

    /** Owner of a token; memory keeps only the token's digest. */
    private record Known(String digest, Viewer viewer) {}

    /**
     * Loads the tokens of a file with lines {@code TOKEN NAME user|administrator}.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException naming the first wrong line, without its token
     */
    public TokenAccess(Path file) throws IOException {
        this.file = file;
        read();
    }

    private void read() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        if (time.equals(changed)) {
            return;
        }
        List<Known> read = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                read.add(known(line.split("\\s+", -1), file + ":" + (i + 1)));
            }
        }
        if (read.isEmpty() && changed == null) {
            throw new IllegalArgumentException(file + ": no token (expected: lines TOKEN NAME user|administrator)");
        }
        known = List.copyOf(read);
        changed = time;
    }

    private static Known known(String[] words, String place) {
        if (words.length != 3) {
            throw new IllegalArgumentException(
                    place + ": " + words.length + " words (expected: TOKEN NAME user|administrator)");
        }
        if (words[0].length() < SHORTEST) {
            throw new IllegalArgumentException(place + ": a token of " + words[0].length()
                    + " characters (expected: at least " + SHORTEST + ", by chance)");
        }
        Viewer.Role role = switch (words[2]) {
            case "user" -> Viewer.Role.USER;
            case "administrator" -> Viewer.Role.ADMINISTRATOR;
            default ->
                throw new IllegalArgumentException(place + ": \"" + words[2] + "\" (expected: user or administrator)");
        };
        return new Known(digest(words[0]), new Viewer(words[1], role));
    }

    @Override
    public synchronized Optional<Viewer> viewer(Request request) {
        look();
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (header != null) {
            return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? holder(digest(header.substring(BEARER.length()).strip()))
                    : Optional.empty();
        }
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(COOKIE))
                .map(HttpCookie::getValue)
                .flatMap(session -> Optional.ofNullable(sessions.get(session)).stream())
                .flatMap(digest -> holder(digest).stream())
                .findFirst();
    }

    /** Reloads the file if it changed. If it cannot be read, the previous tokens stay valid; if it has no lines, nobody has access. */
    private void look() {
        if (System.nanoTime() - looked < BETWEEN_LOOKS) {
            return;
        }
        looked = System.nanoTime();
        try {
            read();
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("Failed to read the tokens again; the previous ones stay valid: {}", e.getMessage());
        }
    }

    /** Returns the viewer with this digest. The comparison takes constant time, so that timing does not reveal a partial match. */
    private Optional<Viewer> holder(String digest) {
        Viewer found = null;
        for (Known each : known) {
            if (MessageDigest.isEqual(ascii(each.digest()), ascii(digest))) {
                found = each.viewer();
            }
        }
        return Optional.ofNullable(found);
    }

    @Override
    public String whyNot() {
        return "Sign in with a token.";
    }

    @Override
    public boolean takesTokens() {
        return true;
    }

    @Override
    public synchronized Optional<String> session(String token) {
        look();
        String digest = digest(token.strip());
        if (holder(digest).isEmpty()) {
            return Optional.empty();
        }
        byte[] chance = new byte[24];
        random.nextBytes(chance);
        String session = Base64.getUrlEncoder().withoutPadding().encodeToString(chance);
        sessions.put(session, digest);
        if (sessions.size() > MAX_SESSIONS) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        return Optional.of(session);
    }

    private static byte[] ascii(String digest) {
        return digest.getBytes(StandardCharsets.US_ASCII);
    }

    private static String digest(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
