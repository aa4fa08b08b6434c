// A file, dropped anywhere on the page or chosen by a button, is posted to the server.
export default {
  template: `
    <div class="file-drop" :class="{ over }">
      <label class="btn wide">
        {{ text }}
        <input type="file" :accept="accept" @change="send($event.target.files)">
      </label>
      <small>{{ hint }}</small>
      <div class="veil" v-if="over" aria-hidden="true">Drop the file to open it</div>
    </div>`,
  props: { url: String, text: String, hint: String, accept: String, most: Number, everywhere: Boolean },
  data: () => ({ over: false }),
  mounted() {
    this.area = this.everywhere ? document : this.$el;
    this.handlers = {
      dragover: (event) => {
        if (![...event.dataTransfer.types].includes("Files")) return;
        event.preventDefault();
        this.over = true;
      },
      dragleave: (event) => { if (!event.relatedTarget) this.over = false; },
      drop: (event) => {
        event.preventDefault();
        this.over = false;
        this.send(event.dataTransfer.files);
      },
    };
    for (const [name, handler] of Object.entries(this.handlers)) this.area.addEventListener(name, handler);
  },
  unmounted() {
    for (const [name, handler] of Object.entries(this.handlers)) this.area.removeEventListener(name, handler);
  },
  methods: {
    async send(files) {
      const [file] = files;
      if (!file) return;
      if (file.size > this.most) return this.$emit("refused", file.name);
      const answer = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "X-File-Name": encodeURIComponent(file.name) },
        body: file,
      });
      if (!answer.ok) this.$emit("refused", file.name);
      const input = this.$el.querySelector("input");
      if (input) input.value = "";
    },
  },
};
