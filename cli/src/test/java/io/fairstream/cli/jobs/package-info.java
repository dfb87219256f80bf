@NullMarked
package io.fairstream.cli.jobs;

import org.jspecify.annotations.NullMarked;
