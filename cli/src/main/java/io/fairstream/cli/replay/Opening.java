package io.fairstream.cli.replay;

import io.fairstream.cli.feed.CondorOptions;
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
 * @param condor facts that HTCondor's logs do not contain
 * @param zone time zone of times without one
 * @param givenCluster cluster of jobs that name none; null to use the file's name
 * @param job job of an eventlog that names none; null if the file name or the log contains it
 * @param form events that jobs are converted to
 * @param bank rule that selects the bank of a job
 * @param err destination for the outcome of the file's records
 */
record Opening(
        Path file,
        CondorOptions condor,
        ZoneId zone,
        @Nullable String givenCluster,
        @Nullable Long job,
        ReplayTarget form,
        BankRule bank,
        PrintWriter err) {
    /** Name of the file without suffixes that only indicate the format. */
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

    /** Opens the file as text; a name that ends in {@code .gz} is decompressed. */
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
