package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp.LocalStateFailedException;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceIdTest {
    @TempDir
    Path directory;

    @Test
    void aNameIsMadeUpOnceForEachStateDirectory() {
        String left = InstanceId.of(settings("left", ""));
        assertEquals(left, InstanceId.of(settings("left", "")));
        assertNotEquals(left, InstanceId.of(settings("right", "")));
        assertTrue(left.matches("[A-Za-z0-9._-]+-[0-9a-f]{8}"), left);
    }

    @Test
    void theNameThatIsSetIsTaken() {
        assertEquals("pod-0", InstanceId.of(settings("left", "pod-0")));
    }

    @Test
    void whatIsNoNameIsReplaced() throws IOException {
        Path file = directory.resolve("left/fairstream/instance-id");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "two words\n");
        assertTrue(InstanceId.of(settings("left", "")).matches("[A-Za-z0-9._-]+"));
    }

    @Test
    void whereNothingCanBeKeptItSaysSo() throws IOException {
        Files.writeString(directory.resolve("left"), "no directory");
        Settings settings = settings("left", "");
        LocalStateFailedException failed = assertThrows(LocalStateFailedException.class, () -> InstanceId.of(settings));
        assertTrue(String.valueOf(failed.getMessage()).startsWith("state.dir: "), failed.getMessage());
    }

    private Settings settings(String state, String id) {
        return Settings.parse(Map.of(
                "bootstrap.servers",
                "a:1",
                "schema.registry.url",
                "mock://test",
                "state.dir",
                directory.resolve(state).toString(),
                "instance.id",
                id));
    }
}
