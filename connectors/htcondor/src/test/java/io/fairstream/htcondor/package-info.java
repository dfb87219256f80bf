@NullMarked
package io.fairstream.htcondor;

import org.jspecify.annotations.NullMarked;
