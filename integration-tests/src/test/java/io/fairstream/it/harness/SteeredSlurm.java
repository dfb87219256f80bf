package io.fairstream.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A Slurm of a waiting job of alice, whose site factor can be set (and of one of her as a submitter of HTCondor, which is never known beside), and a pool's listing of its submitters: what {@code steer} and {@code
 * shadow} put before the schedulers' commands. What they believe of alice is another number each time.
 */
public final class SteeredSlurm {
    private SteeredSlurm() {}

    /** As at first. */
    public static void reset(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve("steered-slurm.factor"));
    }

    /** Made where it is not there yet. */
    public static Path in(Path directory) throws IOException {
        Path script = directory.resolve("steered-slurm");
        if (!Files.exists(script)) {
            Files.writeString(script, """
                    #!/bin/bash
                    set="$0.factor"
                    case $1 in
                        sshare) echo "physics|alice||1|1.0|0|0.0|0.5$RANDOM" ;;
                        condor_userprio) printf '"alice@example.org"\\tfalse\\t1.5\\t1000.0\\t%s\\t-1\\n' $RANDOM ;;
                        sprio)
                            factor=$(cat "$set" 2>/dev/null || echo 0)
                            case ${!#} in
                                %i:%S) printf '%s\\n' "1:$factor" "2:$factor" ;;
                                *) printf '%s\\n' 1:alice@example.org 2:alice ;;
                            esac
                            ;;
                        scontrol) sed -n 's/.*SiteFactor=//p' >"$set" ;;
                        *) exit 127 ;;
                    esac
                    """);
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
        return script;
    }
}
