package io.fairstream.it.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A Slurm of one waiting job of alice, whose site factor can be set: what {@code steer} puts before Slurm's commands. */
final class SteeredSlurm {
    private SteeredSlurm() {}

    /** Made where it is not there yet. */
    static Path in(Path directory) throws IOException {
        Path script = directory.resolve("steered-slurm");
        if (!Files.exists(script)) {
            Files.writeString(script, """
                    #!/bin/bash
                    set="$0.factor"
                    case $1 in
                        sshare) echo 'physics|alice||1|1.0|0|0.0|0.5' ;;
                        sprio) echo "1:$(cat "$set" 2>/dev/null || echo 0):alice@example.org"; echo "2:0:alice" ;;
                        scontrol) sed -n 's/.*SiteFactor=//p' >"$set" ;;
                        *) exit 127 ;;
                    esac
                    """);
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
        return script;
    }
}
