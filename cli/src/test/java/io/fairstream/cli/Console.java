package io.fairstream.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What one run of the command line said, and its exit code. */
public record Console(int exitCode, List<String> out, List<String> err) {

    public static Console run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Console(
                exitCode,
                out.toString().lines().toList(),
                err.toString().lines().toList());
    }
}
