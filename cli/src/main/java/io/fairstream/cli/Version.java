package io.fairstream.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"fairstream " + (version == null ? "(not packaged)" : version), "Java " + Runtime.version()
        };
    }
}
