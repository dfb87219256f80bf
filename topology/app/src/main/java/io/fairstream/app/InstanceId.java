package io.fairstream.app;

import io.fairstream.app.FairstreamApp.LocalStateFailedException;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** Default name of an instance: the host's name and a number, generated once and stored with the local state. */
final class InstanceId {
    private static final String FILE = "instance-id";
    private static final String LEGAL = "[A-Za-z0-9._-]{1,150}";
    private static final int LONGEST_HOST = 100;

    private InstanceId() {}

    /** @throws LocalStateFailedException if the state directory is not writable */
    static String of(Settings settings) {
        return settings.get(Keys.INSTANCE_ID)
                .orElseGet(() -> kept(settings.get(Keys.STATE_DIR).resolve(settings.applicationId())));
    }

    private static String kept(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            if (Files.exists(file)) {
                String name = Files.readString(file).strip();
                if (name.matches(LEGAL)) {
                    return name;
                }
            }
            Files.createDirectories(directory);
            String name = host() + "-"
                    + Integer.toHexString(ThreadLocalRandom.current().nextInt() | 0x1000_0000);
            Files.writeString(file, name + "\n");
            return name;
        } catch (IOException e) {
            throw new LocalStateFailedException(
                    "state.dir: " + file + " (expected: a file that can be written): " + e, e);
        }
    }

    private static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
            return name.substring(0, Math.min(name.length(), LONGEST_HOST));
        } catch (UnknownHostException e) {
            return "instance";
        }
    }
}
