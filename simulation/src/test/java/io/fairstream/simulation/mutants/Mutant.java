package io.fairstream.simulation.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A change of one place of the code.
 *
 * @param guard what the place is for
 * @param change what the change does to it
 * @param file below the project's directory
 * @param text of the place, which stands in the file once
 * @param replacement what stands there instead
 */
record Mutant(String guard, String change, String file, String text, String replacement) {
    /**
     * The changed source.
     *
     * @param project the project's directory
     * @throws IllegalStateException if the text does not stand in the file once: the code has become another
     */
    String source(Path project) throws IOException {
        String source = Files.readString(project.resolve(file));
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new IllegalStateException(file + ": not once: " + text);
        }
        return source.substring(0, at) + replacement + source.substring(at + text.length());
    }

    /** The name of the class that the file has. */
    String className() {
        return file.substring(file.indexOf("/java/") + "/java/".length(), file.length() - ".java".length())
                .replace('/', '.');
    }

    @Override
    public String toString() {
        return guard + ": " + change;
    }
}
