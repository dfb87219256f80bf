package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;

/** Free space on the brokers' disks and on that of {@code state.dir}. */
final class Disks {
    private static final double GIB = 1L << 30;
    /** Fraction of free space below which a disk is reported. */
    private static final double SCARCE = 0.10;

    private static final double LITTLE = 0.25;

    private final Admin admin;
    private final Settings settings;

    Disks(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    List<Diagnosis> findings() throws ExecutionException, InterruptedException, IOException {
        List<Diagnosis> findings = new ArrayList<>();
        List<Integer> brokers =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        for (Map.Entry<Integer, Map<String, LogDirDescription>> broker :
                admin.describeLogDirs(brokers).allDescriptions().get().entrySet()) {
            broker.getValue().forEach((directory, description) -> {
                String what = "broker " + broker.getKey() + ", " + directory;
                if (description.error() != null) {
                    findings.add(Diagnosis.wrong(
                            Area.DISKS, what + ": " + description.error().getMessage(), "repair the disk"));
                } else {
                    OptionalLong free = description.usableBytes();
                    OptionalLong total = description.totalBytes();
                    if (free.isPresent() && total.isPresent()) {
                        findings.add(room(what, free.getAsLong(), total.getAsLong()));
                    }
                }
            });
        }
        findings.add(local());
        return findings;
    }

    private Diagnosis local() throws IOException {
        Path directory = settings.get(Keys.STATE_DIR).toAbsolutePath();
        String what = "this machine, state.dir " + directory;
        if (!Files.exists(directory.resolve(settings.applicationId()))) {
            return Diagnosis.ok(Area.DISKS, what + ": no topology has run here, so the disk does not matter");
        }
        if (!Files.isWritable(directory)) {
            return Diagnosis.wrong(Area.DISKS, what + ": is not writable", "chown it to this user");
        }
        FileStore store = Files.getFileStore(directory);
        return room(what, store.getUsableSpace(), store.getTotalSpace());
    }

    private static Diagnosis room(String what, long free, long total) {
        double part = total == 0 ? 0 : (double) free / total;
        String found = String.format(
                Locale.ROOT, "%s: %.1f of %.1f GiB free (%.0f %%)", what, free / GIB, total / GIB, 100 * part);
        if (part < SCARCE) {
            return Diagnosis.wrong(Area.DISKS, found, "free some space: a full disk stops the accounting");
        }
        return part < LITTLE
                ? Diagnosis.look(Area.DISKS, found, "fairstream doctor --size estimates the need")
                : Diagnosis.ok(Area.DISKS, found);
    }
}
