package io.fairstream.cli.replay;

import io.fairstream.cli.condor.CondorOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Parameters for opening a recording.
 *
 * @param condor what logs do not say of themselves
 * @param zone of times that name none
 * @param givenCluster the cluster of jobs that name none; null for the file's name
 * @param job the job of an eventlog that names none; null if it is in the file's name, or in the log
 * @param form what jobs are turned into
 * @param bank which bank pays for a job
 * @param err where to tell what became of what is in the file
 */
record Opening(
        Path file,
        CondorOptions condor,
        ZoneId zone,
        @Nullable String givenCluster,
        @Nullable Long job,
        Form form,
        BankRule bank,
        PrintWriter err) {
    /** The file's name, without endings that only say how it is written. */
    String name() {
        return file.toAbsolutePath()
                .normalize()
                .getFileName()
                .toString()
                .replaceFirst("\\.gz$", "")
                .replaceFirst("\\.(log|jsonl?|txt|csv|swf|eventlog)$", "");
    }

    String cluster() {
        return givenCluster == null ? name() : givenCluster;
    }

    /** The file as text; a name in {@code .gz} is unzipped. */
    BufferedReader reader() throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
            return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16);
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
