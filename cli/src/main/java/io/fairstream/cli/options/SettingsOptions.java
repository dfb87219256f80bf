package io.fairstream.cli.options;

import io.fairstream.app.config.Key.Environment;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for settings. Flags win over the environment, and the environment wins over the file. */
public final class SettingsOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "Settings, a properties file.")
    private @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "One setting; wins over the environment (FAIRSTREAM_PRIORITY_HALFLIFE) and the file. Repeatable.")
    private Map<String, String> flags = new LinkedHashMap<>();

    private final Map<String, String> overrides = new LinkedHashMap<>();
    private final Map<String, String> typed = new HashMap<>();

    private Predicate<String> taken = key -> false;

    /** All settings as written, unchecked. */
    public Map<String, String> entries() {
        return entries(System.getenv());
    }

    /** Settings without those that are set by options of the command. */
    public Map<String, String> stated() {
        return stated(System.getenv());
    }

    /** Settings of file and environment, without those of this call. */
    public Map<String, String> lasting() {
        return lasting(System.getenv());
    }

    /** Sets a setting from an option of the command; wins over {@code --set}. */
    public void override(String option, String key, String value) {
        overrides.put(key, value);
        typed.put(key, option);
    }

    /** Notes the name under which the user wrote a setting. */
    void typed(String as, String key) {
        typed.put(key, as);
    }

    /** Returns the problem with the name that the user wrote. */
    public Problem asTyped(Problem problem) {
        String name = typed.get(problem.key());
        return name == null ? problem : new Problem(name, problem.value(), problem.expectation());
    }

    /** Removes a command's own settings from those of file and {@code --set}, and puts them into {@code into}. */
    public void take(Predicate<String> own, Map<String, String> into) {
        Map<String, String> all = file == null ? new TreeMap<>() : read(file);
        all.putAll(flags);
        all.forEach((key, value) -> {
            if (own.test(key)) {
                into.put(key, value);
            }
        });
        taken = own;
        flags.keySet().removeIf(own);
    }

    /** Settings from {@code --set}. */
    public Map<String, String> flags() {
        return Collections.unmodifiableMap(flags);
    }

    Map<String, String> entries(Map<String, String> environment) {
        Map<String, String> entries = stated(environment);
        entries.putAll(overrides);
        return entries;
    }

    private Map<String, String> stated(Map<String, String> environment) {
        Map<String, String> entries = lasting(environment);
        entries.putAll(flags);
        return entries;
    }

    private Map<String, String> lasting(Map<String, String> environment) {
        Map<String, String> entries = new TreeMap<>();
        if (file != null) {
            entries.putAll(read(file));
            entries.keySet().removeIf(taken);
        }
        entries.putAll(Environment.settings(environment));
        return entries;
    }

    static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (var reader = new InputStreamReader(NamedFile.open(file), StandardCharsets.UTF_8.newDecoder())) {
            properties.load(reader);
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw new Failure(file + ": cannot be read as properties: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> entries = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> entries.put(key, properties.getProperty(key)));
        return entries;
    }
}
