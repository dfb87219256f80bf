@NullMarked
package io.fairstream.simulation.command;

import org.jspecify.annotations.NullMarked;
