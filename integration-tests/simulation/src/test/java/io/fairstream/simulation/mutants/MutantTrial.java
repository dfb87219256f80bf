package io.fairstream.simulation.mutants;

import io.fairstream.simulation.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a mutant and runs seeds with it, in a process whose class path it is before the code's own. */
final class MutantTrial {
    /** From here on the second compiler is worth its time. */
    private static final long MANY_SEEDS = 1000;

    private final Mutant mutant;
    private final Path classes;

    /**
     * Compiles a mutant.
     *
     * @param project the project's directory
     * @param classes an empty directory for the changed classes
     */
    MutantTrial(Mutant mutant, Path project, Path classes) {
        this.mutant = mutant;
        this.classes = classes;
        try {
            List<JavaFileObject> sources = new ArrayList<>();
            for (Mutant.Edit edit : mutant.edits()) {
                sources.add(new Source(edit.className(), edit.source(project)));
            }
            compile(sources);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private void compile(List<JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            List<String> options = List.of(
                    "-classpath",
                    ChildProcess.CLASS_PATH,
                    "-d",
                    classes.toString(),
                    "-proc:none",
                    "-parameters",
                    "-nowarn");
            if (!compiler.getTask(null, files, problems, options, null, sources).call()) {
                throw new IllegalStateException(mutant + ": " + problems.getDiagnostics());
            }
        }
    }

    /**
     * Runs seeds from 1 on until one fails.
     *
     * @param most seeds
     * @return the seed and what it broke, {@code endless} and an error if the heap was full, empty if all held
     */
    String run(long most) throws IOException, InterruptedException {
        List<String> compilers = most < MANY_SEEDS ? List.of("-XX:TieredStopAtLevel=1") : List.of();
        return new ChildProcess(compilers, classes + File.pathSeparator + ChildProcess.CLASS_PATH)
                .run(MutantRun.class, Long.toString(most));
    }
}
