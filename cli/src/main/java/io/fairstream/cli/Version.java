package io.fairstream.cli;

import io.fairstream.streams.runtime.StateCodec.StateVersion;
import picocli.CommandLine.IVersionProvider;

/** Version that the build wrote into the jar, or says while it makes man pages; and version of the state format. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "fairstream " + (version == null ? System.getProperty("fairstream.version", "(not packaged)") : version),
            "State " + StateVersion.NOW,
            "Java " + Runtime.version()
        };
    }
}
