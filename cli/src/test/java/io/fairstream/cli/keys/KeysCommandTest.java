package io.fairstream.cli.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import io.fairstream.cli.LocalFairstream;
import io.fairstream.schemas.signing.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a new key to a record that is believed, and to one that is no longer. */
@SuppressWarnings("NullAway.Init") // before all tests
class KeysCommandTest {
    private static final String EDIT = "--set=signing.key=";

    @TempDir
    static Path directory;

    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("signatures", "require"));
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static String create(String name) {
        Console created = Console.run("keys", "create", directory.resolve(name).toString());
        assertEquals(0, created.exitCode(), created.toString());
        assertEquals(1, created.out().size(), created.toString());
        return created.out().get(0);
    }

    private static Console run(String... command) {
        Console console = fairstream.run(command);
        assertEquals(0, console.exitCode(), console.toString());
        return console;
    }

    private static Console add(String path, String key) {
        List<String> command = new ArrayList<>(List.of("shares", "add", path, "--kind", "bank", "--timeout", "20"));
        if (!key.isEmpty()) {
            command.add(EDIT + directory.resolve(key));
        }
        return fairstream.run(command.toArray(String[]::new));
    }

    @Test
    void aKeyIsMadeForItsOwnerAndNotOverwritten() throws Exception {
        String publicKey = create("own.pem");
        Path file = directory.resolve("own.pem");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(publicKey, SigningKey.read(file).verifying().base64());
        String before = Files.readString(file);
        Console again = Console.run("keys", "create", file.toString());
        assertEquals(1, again.exitCode());
        assertTrue(again.err().get(0).contains("is there already"), again.toString());
        assertEquals(before, Files.readString(file));
        assertFalse(again.toString().contains(before.lines().toList().get(1)), "the key is shown to nobody");
    }

    @Test
    void whatIsSignedByWhoMayIsTakenUntilTheKeyIsRevoked() throws Exception {
        String publicKey = create("admin.pem");
        Console unknown = add("root", "admin.pem");
        assertEquals(1, unknown.exitCode());
        assertTrue(unknown.toString().contains("WRONG_SIGNER"), unknown.toString());
        Console unsigned = add("root/u", "");
        assertTrue(unsigned.toString().contains("UNSIGNED"), unsigned.toString());
        Console added = run("keys", "add", "root", publicKey, "--topics", "shares,account-edits");
        assertTrue(added.toString().contains("shares,account-edits"), added.toString());
        Thread.sleep(2000);
        run("shares", "set", "root", "2", EDIT + directory.resolve("admin.pem"));
        assertEquals(0, add("root/physics", "admin.pem").exitCode());
        run("userprio", "-setfactor", "alice", "5", "--new", EDIT + directory.resolve("admin.pem"));
        Console history = run("userprio", "--history", "alice", "--json");
        assertTrue(history.out().get(0).contains("\"signer\":\"root\""), history.toString());
        run("keys", "revoke", "root");
        assertTrue(run("keys", "list", "--json").toString().contains("\"revoked\":\"20"));
        Thread.sleep(2000);
        Console revoked = add("root/chem", "admin.pem");
        assertEquals(1, revoked.exitCode());
        assertTrue(revoked.toString().contains("when the key was revoked"), revoked.toString());
    }

    @Test
    void wrongUsageNamesWhatIsWrong() {
        assertUsage("PUBLICKEY: no Ed25519 public key", "keys", "add", "x", "abcd", "--topics", "shares");
        assertUsage("--topics: priorities", "keys", "add", "x", create("t.pem"), "--topics", "priorities");
        Console nobody = fairstream.run("keys", "revoke", "nobody");
        assertEquals(1, nobody.exitCode());
        assertTrue(nobody.toString().contains("nobody: no key"), nobody.toString());
        Console missing =
                fairstream.run("userprio", "-setfactor", "zed", "5", "--new", EDIT + directory.resolve("missing.pem"));
        assertEquals(1, missing.exitCode());
        assertTrue(missing.toString().contains("signing.key: "), missing.toString());
        assertTrue(missing.toString().contains("no such file"), missing.toString());
    }

    private static void assertUsage(String problem, String... command) {
        Console console = fairstream.run(command);
        assertEquals(2, console.exitCode(), console.toString());
        assertTrue(console.toString().contains(problem), console.toString());
    }
}
