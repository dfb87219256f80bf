package io.fairstream.cli;

import io.fairstream.streams.runtime.StateCodec.StateVersion;
import picocli.CommandLine.IVersionProvider;

/** Version that the build wrote into the jar, and version of the state format. */
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
