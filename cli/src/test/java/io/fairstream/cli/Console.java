package io.fairstream.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Output and exit code of one run of the command line. */
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
