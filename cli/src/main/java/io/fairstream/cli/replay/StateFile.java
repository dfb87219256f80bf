package io.fairstream.cli.replay;

import io.fairstream.app.config.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Default location of the file that stores the read position of a log. */
final class StateFile {
    private StateFile() {}

    /** Path of the file for this log and the target cluster and topic prefix. */
    static Path of(Path log, Settings settings) {
        Path absolute = log.toAbsolutePath().normalize();
        String which = absolute + "\n" + settings.bootstrapServers().orElse("") + "\n" + settings.topicPrefix();
        String name = absolute.getFileName() + "-" + digest(which) + ".json";
        return Path.of(System.getProperty("user.home", "."), ".fairstream", "followed", name);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
