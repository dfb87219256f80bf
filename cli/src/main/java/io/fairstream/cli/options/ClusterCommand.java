package io.fairstream.cli.options;

import io.fairstream.app.config.Settings;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that works on a cluster. */
public abstract class ClusterCommand implements Callable<Integer> {
    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** As {@link ClusterOptions#workOn}. */
    public final void workOn(Cluster cluster) {
        clusterOptions.workOn(cluster);
    }

    /** As {@link ClusterOptions#outlive}. */
    protected final void outlive() {
        clusterOptions.outlive();
    }

    protected final Cluster open() {
        return clusterOptions.open(settingsOptions);
    }

    /**
     * Opens a cluster as {@link ClusterOptions#openUnderTerms}: for commands that use half-lives, weights and terms, or wait for the
     * topology.
     */
    protected final Cluster openUnderTerms() {
        return clusterOptions.openUnderTerms(settingsOptions);
    }

    protected final Cluster openUnderKnownTerms() {
        return clusterOptions.openUnderKnownTerms(settingsOptions);
    }

    /** As {@link #openUnderTerms}, without warnings about settings: for commands that only wait for the topology. */
    protected final Cluster openToWait() {
        return clusterOptions.openToWait(settingsOptions);
    }

    protected final Map<String, String> terms(Cluster cluster, Map<String, String> stated) {
        return clusterOptions.terms(cluster, stated);
    }

    protected final Optional<Cluster> find() {
        return clusterOptions.find(settingsOptions);
    }

    protected final Optional<Settings> named() {
        return clusterOptions.named(settingsOptions);
    }

    protected final SettingsOptions settings() {
        return settingsOptions;
    }

    protected final CommandSpec spec() {
        return spec;
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Creates the exception for wrong usage. */
    protected final ParameterException usage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
