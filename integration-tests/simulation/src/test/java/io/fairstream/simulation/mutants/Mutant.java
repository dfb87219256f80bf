package io.fairstream.simulation.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A change of the code.
 *
 * @param guard what is taken out
 * @param change what happens without it
 * @param edits one, or more where a second guard stands behind the first; each of a file of its own
 */
record Mutant(String guard, String change, List<Edit> edits) {
    Mutant(String guard, String change, String file, String text, String replacement) {
        this(guard, change, List.of(new Edit(file, text, replacement)));
    }

    /**
     * A change of one place.
     *
     * @param file below the project's directory
     * @param text of the place, which stands in the file once
     * @param replacement what stands there instead
     */
    record Edit(String file, String text, String replacement) {
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
    }

    @Override
    public String toString() {
        return guard + ": " + change;
    }
}
