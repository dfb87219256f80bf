package io.fairstream.cli.feed;

import io.fairstream.boinc.Logins;
import io.fairstream.boinc.ProjectAccounts;
import io.fairstream.boinc.UrlSigner;
import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the gateway's files. Error messages name file and line, but never contain the secret content. */
final class GatewayFiles {
    private GatewayFiles() {}

    /** Logins from a file, or from a text if no file is given. */
    static Logins logins(@Nullable Path file, String text) {
        return read(file, "BOINC_GATEWAY_USERS", text, Logins::of);
    }

    /** Accounts from a file, or from a text if no file is given. */
    static ProjectAccounts accounts(@Nullable Path file, String text) {
        return read(file, "BOINC_GATEWAY_ACCOUNTS", text, ProjectAccounts::of);
    }

    private static <T> T read(@Nullable Path file, String variable, String text, Function<List<String>, T> parse) {
        try {
            return parse.apply(file == null ? text.lines().toList() : Files.readAllLines(file));
        } catch (IllegalArgumentException e) {
            throw new Failure((file == null ? variable : file) + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Signer with the key of the file. If the file is missing, creates it with a new key that only its owner can read. */
    static UrlSigner signer(Path file) {
        try {
            if (Files.notExists(file)) {
                create(file);
            }
            return UrlSigner.of(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new Failure(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static void create(Path file) throws IOException {
        var ownersOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createFile(file, ownersOnly);
        } catch (FileAlreadyExistsException e) {
            return;
        }
        Files.writeString(file, UrlSigner.newKey());
    }

    private static Failure unreadable(@Nullable Path file, IOException e) {
        String problem = e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e.getMessage();
        return new Failure(file + ": " + problem, e);
    }
}
