package io.fairstream.cli;

import io.fairstream.streams.state.StateCodec.StateVersion;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar, and that of the state it keeps. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "fairstream " + (version == null ? "(not packaged)" : version),
            "State " + StateVersion.NOW,
            "Java " + Runtime.version()
        };
    }
}
